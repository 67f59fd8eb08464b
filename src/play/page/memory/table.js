// Memory as it is seen: cards, chances, luck, and what is best.
const Table = (() => {
  const { data, get, make, draw, section, percent, points, fraction } = Frame;
  const words = Words.memory;
  const seats = data.seats.length;
  const humans = data.seats.filter((name) => name === "human").length;
  const name = (seat) => (data.seats[seat] !== "human" ? data.seats[seat] : humans === 1 ? words.you : words.person);
  const player = (seat) => say(words.player, { number: seat + 1 });
  const named = (seat) => say(words.named, { number: seat + 1, name: name(seat) });
  const pictureName = (symbol) => words.pictures[symbol - 1];
  const colour = (seat) => `var(--c${seat + 1})`;
  const parts = {};
  let cards = [];

  const build = () => {
    parts.odds = section("odds", words.odds);
    parts.hints = section("hints", words.hints);
    get("hints").parentElement.hidden = true;
    parts.luck = section("luck", Words.luck);
    parts.course = section("course", Words.course);
    parts.situation = section("situation", words.situation);
  };

  // Cards as large as they can be.
  const fit = () => {
    const board = get("board");
    const [wide, high] = [board.clientWidth, Math.max(240, window.innerHeight - board.getBoundingClientRect().top - window.scrollY - 16)];
    const narrow = window.innerWidth <= 760;
    let best = { side: 40, columns: 1, worth: 0 };
    for (let columns = 1; columns <= cards.length; columns++) {
      const rows = Math.ceil(cards.length / columns);
      const side = Math.min((wide - 8 * (columns - 1)) / columns, narrow ? 110 : (high - 8 * (rows - 1)) / rows / 1.15, 150);
      // On a phone the cards are on the screen at once, as large as a thumb needs them.
      const fits = !narrow || side * 1.15 * rows + 8 * rows < window.innerHeight * 0.72 || side < 46;
      // Full rows are worth something.
      const worth = side * (cards.length % columns ? 0.85 : 1);
      if (fits && worth > best.worth + 0.5) best = { side, columns, worth };
    }
    board.style.setProperty("--columns", best.columns);
    board.style.setProperty("--side", `${Math.floor(best.side)}px`);
    return best.columns;
  };
  const lay = (count, turn) => {
    const board = get("board");
    board.className = "cards";
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", words.cards);
    cards = Array.from({ length: count }, (_, place) => {
      const card = make("button", { class: "card", type: "button", tabindex: place ? "-1" : "0" }, make("span", { class: "back" }), make("span", { class: "front" }));
      card.addEventListener("click", () => turn(place));
      return card;
    });
    board.replaceChildren(...cards);
    fit();
  };
  const show = (card, symbol) => {
    const front = card.querySelector(".front");
    if (front.dataset.symbol === String(symbol)) return;
    front.dataset.symbol = symbol;
    front.replaceChildren(draw("svg", { class: "picture", "aria-hidden": "true" }, draw("use", { href: `#picture-${symbol}` })));
  };
  const table = (state, known) => {
    const { now, deal } = state;
    cards.forEach((card, place) => {
      const up = game.face(state, place);
      const taken = now.cards[place] === "taken";
      const hinted = known && now.cards[place] === "known" && !up;
      if (up || taken || hinted) show(card, deal[place]);
      card.classList.toggle("up", up || taken);
      card.classList.toggle("hinted", hinted);
      card.classList.toggle("taken", taken && !up);
      card.classList.toggle("open", Boolean(now.open && now.open.place === place));
      card.style.setProperty("--seat", taken ? colour(now.takers[place]) : "");
      card.dataset.taker = taken ? now.takers[place] + 1 : "";
      const picture = pictureName(deal[place]);
      const what = taken ? `${picture}, ${say(words.takenBy, { player: player(now.takers[place]) })}` : up ? picture : hinted ? say(words.remembered, { picture }) : words.down;
      card.setAttribute("aria-label", `${say(words.card, { place: place + 1 })}: ${what}`);
    });
  };

  const bar = (values) => {
    const shares = values.slice(0, seats + 1);
    const strip = parts.strip || (parts.strip = make("div", { class: "strip", role: "img" }, ...shares.map((_, at) => make("span", { class: at === seats ? "draw" : "seat", style: `--seat:${colour(at)}` }))));
    shares.forEach((value, at) => {
      const part = strip.children[at];
      const width = Number(Exact.decimal(value, 6));
      part.style.flexGrow = width;
      part.textContent = width > 0.12 ? (at === seats ? words.draw : `${at + 1}`) : "";
    });
    strip.setAttribute("aria-label", spoken(values));
    return strip;
  };
  const spoken = (values) => [...data.seats.keys()].map((seat) => `${player(seat)}: ${percent(values[seat])}`).concat(`${words.draw}: ${percent(values[seats])}`).join(", ");
  const both = (text, value) => make("td", {}, make("span", { text }), fraction(value));
  const odds = (state) => {
    const { now } = state;
    const over = game.isOver(state);
    const rows = data.seats.map((_, seat) => {
      const moves = !over && seat === now.moment.mover;
      const swatch = make("span", { class: "swatch", style: `--seat:${colour(seat)}`, "aria-hidden": "true", text: seat + 1 });
      const label = make("th", { scope: "row" }, swatch, make("span", { text: name(seat) }), ...(moves ? [make("span", { class: "moves", text: words.turnOf })] : []));
      return make("tr", moves ? { class: "mover" } : {}, label, make("td", { class: "taken-pairs", text: now.moment.scores[seat] }), both(percent(now.values[seat]), now.values[seat]), both(Exact.decimal(now.values[seats + 1 + seat], 2), now.values[seats + 1 + seat]));
    });
    rows.push(make("tr", {}, make("th", { scope: "row" }, make("span", { class: "swatch draw", "aria-hidden": "true", text: "=" }), make("span", { text: words.draw })), make("td"), both(percent(now.values[seats]), now.values[seats]), make("td")));
    const head = make("thead", {}, make("tr", {}, ...["", words.taken, words.wins, words.inTheEnd].map((text) => (text ? make("th", { scope: "col", text }) : make("td")))));
    get("strip").replaceChildren(bar(now.values));
    parts.odds.replaceChildren(make("table", { id: "chances" }, head, make("tbody", {}, ...rows)));
  };
  const needle = (value, seat) => {
    const size = Math.max(-1, Math.min(1, Number(Exact.decimal(value, 6).replace("−", "-"))));
    const width = Math.abs(size) * 50;
    const shape = make("span", { class: "needle", "aria-hidden": "true" }, make("span", { style: `--seat:${colour(seat)};left:${size < 0 ? 50 - width : 50}%;width:${width}%` }));
    return make("td", {}, make("span", { text: points(value) }), shape, fraction(value));
  };
  const luck = ({ now: { meter } }) => {
    const head = make("thead", {}, make("tr", {}, make("td"), ...[Words.lastCard, Words.byLuck, Words.byChoice].map((text) => make("th", { scope: "col", text }))));
    const rows = data.seats.map((_, seat) => make("tr", {}, make("th", { scope: "row" }, make("span", { class: "swatch", style: `--seat:${colour(seat)}`, "aria-hidden": "true", text: seat + 1 }), make("span", { text: name(seat) })), ...[meter.last, meter.luck, meter.choice].map((all) => needle(all[seat], seat))));
    parts.luck.replaceChildren(make("table", { id: "meter" }, head, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: Words.luckNote }));
  };
  // The chances after every card, one upon the other, the first player's at the bottom.
  const course = ({ now: { history } }) => {
    const [wide, high] = [340, 96];
    const shares = history.map((values) => values.slice(0, seats + 1).map((value) => Number(Exact.decimal(value, 6))));
    const x = (at) => (history.length > 1 ? (wide * at) / (history.length - 1) : wide);
    const below = shares.map(() => 0);
    const areas = [...data.seats.keys(), seats].map((seat) => {
      const bottom = below.map((from, at) => [x(at), high * (1 - from)]);
      shares.forEach((all, at) => (below[at] += all[seat]));
      const top = below.map((to, at) => [x(at), high * (1 - to)]);
      if (history.length === 1) [bottom, top].forEach((line) => line.unshift([0, line[0][1]]));
      const line = [...bottom, ...top.reverse()].map((point) => point.map((number) => number.toFixed(1)).join(" ")).join("L");
      return draw("path", { d: `M${line}z`, class: seat === seats ? "draw" : "seat", style: `--seat:${colour(seat)}` });
    });
    const picture = draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": Words.courseNote, preserveAspectRatio: "none" }, ...areas);
    parts.course.replaceChildren(picture, make("p", { class: "quiet", text: Words.courseNote }));
  };
  // The table as the explorer draws it: a column for each pair.
  const situation = ({ now: { moment }, deal }) => {
    const { known, half, unknown } = moment.table;
    const columns = [];
    moment.scores.forEach((pairs, seat) => columns.push(...Array(pairs).fill([seat, seat])));
    columns.push(...Array(known).fill(["known", "known"]), ...Array(half).fill(["known", ""]), ...Array(unknown).fill(["", ""]));
    const side = 16;
    const tile = (what, across, down) => {
      const taken = typeof what === "number";
      const group = draw("g", { class: taken ? "taken" : what || "hidden", style: taken ? `--seat:${colour(what)}` : "" });
      group.append(draw("rect", { x: across * side + 1, y: down * side + 1, width: side - 2, height: side - 2, rx: 2 }));
      const text = draw("text", { x: (across + 0.5) * side, y: (down + 0.5) * side + 4 });
      text.textContent = taken ? what + 1 : what ? "•" : "";
      group.append(text);
      return group;
    };
    const wide = (deal.length / 2) * side;
    const picture = draw("svg", { viewBox: `0 0 ${wide} ${2 * side}`, role: "img", "aria-label": words.tiles, style: `max-width:${wide * 1.4}px` }, ...columns.flatMap((column, across) => column.map((what, down) => tile(what, across, down))));
    parts.situation.replaceChildren(picture, make("p", { class: "quiet", text: say(words.situationNote, { known, half, unknown }) }));
  };
  const hints = (list) => {
    get("hints").parentElement.hidden = !list;
    if (!list) return;
    const best = list[0].worth;
    const rows = list.map((hint) => {
      const text = hint.tactic ? `T${hint.tactic}: ${words.tactics[hint.tactic]}` : words.seconds[hint.name];
      const same = Exact.minus(best, hint.worth).above === 0n;
      return make("tr", same ? { class: "best" } : {}, make("th", { scope: "row", text: `${same ? "★ " : ""}${text}` }), both(Exact.decimal(hint.worth, 4), hint.worth));
    });
    parts.hints.replaceChildren(make("table", {}, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: data.objective === "win" ? words.hintWin : words.hintNote }));
  };
  const hintWords = (hint) => (hint.tactic ? words.tactics[hint.tactic] : words.seconds[hint.name]);

  const whole = (state, known) => {
    table(state, known);
    odds(state);
    luck(state);
    course(state);
    situation(state);
  };
  return { build, lay, fit, whole, hints, hintWords, spoken, player, named, pictureName, cards: () => cards };
})();
