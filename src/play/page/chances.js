// The odds of the players: a strip, a table, luck and choice, and the course of the game.
const Chances = (() => {
  const { data, get, make, draw, announce, percent, double, tenths, exactRow } = Frame;
  const words = Words.players;
  const seats = data.seats.length;
  const humans = data.seats.filter((name) => name === "human").length;
  // The name of a robot with this play.
  const called = (play) => words.plays[play] ?? say(words.play, { name: play });
  // The names that people have entered; an empty text for a player without a name.
  const names = data.seats.map((_, seat) => data.names?.[seat] ?? "");
  const name = (seat) => names[seat] || (data.seats[seat] !== "human" ? called(data.seats[seat]) : humans === 1 ? words.you : say(words.inside, { number: seat + 1 }));
  const MOST = 16; // letters of a name that is entered, or that a table of numbers has room for
  const robots = seats - humans;
  // Whether a seat is the only person, or the only robot.
  const isYou = (seat) => !names[seat] && humans === 1 && data.seats[seat] === "human";
  const isRobot = (seat) => robots === 1 && data.seats[seat] !== "human";
  const pick = (seat, you, robot, other) => (isYou(seat) ? you : isRobot(seat) ? robot : other);
  // The player as the subject of a sentence, within a sentence, and as the owner of cards.
  const player = (seat) => names[seat] || say(pick(seat, words.You, words.Robot, words.player), { number: seat + 1 });
  const inside = (seat) => names[seat] || say(pick(seat, words.you, words.theRobot, words.inside), { number: seat + 1 });
  // A long name would make a table of numbers narrow, so its player has a number there, as in the headings.
  const owner = (seat) => say(names[seat] && names[seat].length <= MOST ? words.owned : names[seat] ? words.players : pick(seat, words.your, words.robots, words.players), { number: seat + 1, name: names[seat] });
  // The name of a person, as a button; a click on it turns it into a text field.
  const written = (seat, renamed) => {
    const button = make("button", { type: "button", class: "name", text: name(seat), title: words.rename });
    button.addEventListener("click", () => {
      const input = make("input", { "aria-label": say(words.nameOf, { number: seat + 1 }), value: names[seat], maxlength: MOST, size: MOST });
      input.addEventListener("keydown", ({ key }) => {
        if (key === "Escape") input.value = names[seat];
        if (key === "Enter" || key === "Escape") input.blur();
      });
      input.addEventListener("blur", () => {
        const typed = input.value.trim();
        const isUsed = typed && names.some((other, place) => place !== seat && other === typed);
        if (!isUsed) names[seat] = typed;
        renamed();
        if (isUsed) announce(say(words.used, { name: typed }));
      });
      button.replaceWith(input);
      input.focus();
      input.select();
    });
    return button;
  };
  // The names of all seats for a log, or null if no player has a name. A name that occurs twice gets a number.
  const logged = () => {
    if (!names.some(Boolean)) return null;
    const all = names.map((name, seat) => name || (data.seats[seat] === "human" ? say(words.inside, { number: seat + 1 }) : `${called(data.seats[seat])} ${seat + 1}`));
    const used = [];
    for (const name of all) {
      let free = name;
      for (let number = used.length + 1; used.includes(free); number++) free = `${name} ${number}`;
      used.push(free);
    }
    return used;
  };
  const colour = (seat) => `var(--c${seat + 1})`;
  const size = (value) => Number(Exact.decimal(value, 6).replace("−", "-"));
  // The odds come first among the values: one per player, and in games that have it the probability of a draw or of
  // no winner.
  const shares = (values) => values.slice(0, values.length > seats ? seats + 1 : seats);
  const drawn = Words[data.family].noWinnerName ?? words.draw;
  const label = (at) => (at === seats ? drawn : inside(at));
  const spoken = (values) => shares(values).map((value, at) => `${label(at)}: ${percent(value)}`).join(", ");
  const swatch = (seat) => make("span", { class: seat === seats ? "swatch draw" : "swatch", style: `--seat:${colour(seat)}`, "aria-hidden": "true", text: seat === seats ? "=" : seat + 1 });

  // Whole percent, 0 and 100 only if the value is certain.
  const whole = (value) => {
    const [above, below] = [value.above > 0n, value.above < value.below].map(Number);
    return `${Math.max(above, Math.min(100 - below, Math.round(100 * size(value))))}\u00a0%`;
  };
  const ruler = document.createElement("canvas").getContext("2d");
  const wideAs = (text, weight, size) => {
    ruler.font = `${weight} ${size}px ${getComputedStyle(bar).fontFamily}`;
    return ruler.measureText(text).width;
  };
  let [bar, last] = [null, null];
  const strip = (values) => {
    last = values;
    const all = shares(values);
    if (!bar) {
      bar = make("div", { class: "strip", role: "img" }, ...all.map((_, at) => make("span", { class: at === seats ? "draw" : "seat", style: `--seat:${colour(at)}` })));
      get("strip").append(bar);
      window.addEventListener("resize", () => strip(last));
    }
    // Each part has as much text as it has room for: a name or a number, and the chance.
    const [BIG, SMALL, GAP] = [15, 13, 8];
    const wide = bar.getBoundingClientRect().width / (bar.currentCSSZoom ?? 1);
    all.forEach((value, at) => {
      const part = bar.children[at];
      part.style.flexGrow = size(value);
      const room = wide * size(value) - GAP;
      const short = at === seats ? "=" : String(at + 1);
      const name = at === seats ? drawn : names[at] || pick(at, words.you, words.plays.robots, short);
      const text = [name, short].find((text) => wideAs(text, 700, BIG) <= room) ?? "";
      const chance = text === name && wideAs(text, 700, BIG) + GAP + wideAs(whole(value), 400, SMALL) <= room;
      part.replaceChildren(text, ...(chance ? [make("small", { text: whole(value) })] : []));
    });
    bar.setAttribute("aria-label", spoken(values));
  };
  // Whole numbers of tenths of a percent: the odds at the start, the changes and the odds now, so that each column adds up,
  // and of the last change.
  const rounded = (start, changes, now, last) => {
    const sized = (values) => shares(values).map((value) => 1000 * double(value));
    return { ...Rounding.ledger(sized(start), changes.map(sized), sized(now)), last: Rounding.list(sized(last)) };
  };
  // What changed the odds: the luck of each player, and the choices of people, with the names of the rows.
  const causes = (meter) =>
    data.seats.flatMap((play, seat) => {
      const { luck, choice } = meter.by[seat];
      const rows = [[say(Words.luckOf[data.family], { player: owner(seat) }), luck]];
      return play === "human" ? [...rows, [say(Words.choiceOf, { player: owner(seat) }), choice]] : rows;
    });
  // `before` and `after` are columns beside the odds: a heading, and for each player a cell before, a text and a number after.
  const table = (values, mover, renamed, before, after) => {
    const rows = shares(values).flatMap((value, at) => {
      const moves = at === mover;
      const head = make("th", { scope: "row" }, swatch(at), data.seats[at] === "human" ? written(at, renamed) : make("span", { text: at === seats ? drawn : name(at) }), ...(moves ? [make("span", { class: "moves", text: words.turnOf })] : []));
      const numbers = [[at === seats ? "" : words.wins, percent(value), value], ...(at === seats ? [] : after.map(([name, number]) => [name, ...number(at)]))];
      const cells = [...before.map(([, cell]) => (at === seats ? make("td") : cell(at))), ...numbers.map(([, text]) => make("td", { text }))];
      const columns = 2 + before.length + after.length;
      return [make("tr", moves ? { class: "mover" } : {}, head, ...cells), exactRow(columns, numbers.map(([name, , value]) => [name, value]))];
    });
    const heads = [...before, [words.wins], ...after].map(([text]) => make("th", { scope: "col", text }));
    return make("table", { id: "chances" }, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows));
  };
  // What changed the odds, from the start to now: each column adds up, and a row of changes adds up to zero.
  const luck = (values, meter, start, numbers) => {
    const head = make("thead", {}, make("tr", {}, make("td"), ...shares(values).map((_, at) => make("th", { scope: "col" }, swatch(at), make("span", { class: "away", text: label(at) })))));
    const row = (kind, text, all, texts) => [make("tr", { class: kind }, make("th", { scope: "row", text }), ...texts.map((text) => make("td", { text }))), exactRow(texts.length + 1, shares(all).map((value, at) => [label(at), value]))];
    const signed = (number) => Frame.signed(tenths(number));
    const rows = [
      ...row("sum", Words.atStart, start, numbers.start.map(tenths)),
      ...causes(meter).flatMap(([text, all], at) => row("change", text, all, numbers.changes[at].map(signed))),
      ...row("sum", Words.now, values, numbers.now.map(tenths)),
      ...row("last", Words.lastCard[data.family], meter.last, numbers.last.map(signed)),
    ];
    return [make("table", { id: "meter" }, head, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: Words.luckNote })];
  };
  // A stacked chart of the odds after every step, the first player at the bottom.
  const course = (history) => {
    const [wide, high] = [340, 96];
    const all = history.map((values) => shares(values).map(size));
    const x = (at) => (history.length > 1 ? (wide * at) / (history.length - 1) : wide);
    const below = all.map(() => 0);
    const areas = all[0].map((_, seat) => {
      const bottom = below.map((from, at) => [x(at), high * (1 - from)]);
      all.forEach((step, at) => (below[at] += step[seat]));
      const top = below.map((to, at) => [x(at), high * (1 - to)]);
      if (history.length === 1) [bottom, top].forEach((line) => line.unshift([0, line[0][1]]));
      const line = [...bottom, ...top.reverse()].map((point) => point.map((number) => number.toFixed(1)).join(" ")).join("L");
      return draw("path", { d: `M${line}z`, class: seat === seats ? "draw" : "seat", style: `--seat:${colour(seat)}` });
    });
    return [draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": Words.courseNote, preserveAspectRatio: "none" }, ...areas), make("p", { class: "quiet", text: Words.courseNote })];
  };
  // Fills all parts of the panel.
  const show = ({ values, meter, history }, mover, parts, before = [], after = []) => {
    strip(values);
    const numbers = rounded(history[0], causes(meter).map(([, all]) => all), values, meter.last);
    parts.odds.replaceChildren(table(values, mover, parts.renamed, before, after), make("p", { class: "quiet", text: parts.assumes() }));
    parts.luck.replaceChildren(...luck(values, meter, history[0], numbers));
    parts.course.replaceChildren(...course(history));
  };
  // The colours of a celebration, half of them the winner's.
  const party = (winner) => data.colours.slice(0, 4).flatMap((colour) => [colour, data.colours[winner]]);
  return { show, spoken, player, inside, party, isYou, logged };
})();
