// Cards on a table: they fill the available space, can be turned over, and can be reached with keys.
const Cards = (() => {
  const { get, make, draw, leave } = Frame;
  let [cards, columns] = [[], 1];

  // The number of columns and the side of a card. Full rows are preferred if the cards do not become much smaller,
  // because a gap looks like a taken card.
  const GAP = 8;
  const FULL = 0.74; // the least side of cards in full rows, as a part of the largest side
  const THUMB = 36; // a card below this many pixels is hard to touch
  const SMALL = 40; // on a phone, the side below which cards become no smaller to fit the screen
  const layout = (count, wide, high, narrow) => {
    const sideOf = (columns) => {
      const rows = Math.ceil(count / columns);
      const across = (wide - GAP * (columns - 1)) / columns;
      const down = (high - GAP * (rows - 1)) / rows / 1.15;
      // On a phone, all cards are on the screen at once if they stay large enough for a thumb.
      return narrow ? Math.min(across, 110, Math.max(SMALL, down)) : Math.min(across, down, Math.max(150, window.innerHeight * 0.22));
    };
    const all = Array.from({ length: count }, (_, at) => ({ columns: at + 1, rows: Math.ceil(count / (at + 1)), side: sideOf(at + 1) }));
    const fits = ({ rows, side }) => !narrow || side < SMALL || side * 1.15 * rows + GAP * (rows - 1) <= high + 1;
    const square = ({ columns, rows }) => Math.abs(columns - rows);
    const better = (one, other) => !other || one.side > other.side + 0.5 || (one.side > other.side - 0.5 && square(one) < square(other));
    const best = (layouts) => layouts.filter(fits).reduce((best, one) => (better(one, best) ? one : best), null);
    const largest = best(all) ?? all[all.length - 1];
    const full = best(all.filter(({ columns }) => count % columns === 0));
    return full && full.side >= Math.max(FULL * largest.side, Math.min(THUMB, largest.side)) ? full : largest;
  };
  const fit = () => {
    if (!cards.length) return;
    const board = get("board");
    const narrow = window.innerWidth <= 760;
    const room = window.innerHeight - board.getBoundingClientRect().top - window.scrollY;
    const high = narrow ? Math.max(window.innerHeight * 0.6, room - 12) : Math.max(240, room - 28);
    const { side, rows, ...best } = layout(cards.length, board.clientWidth, high, narrow);
    columns = best.columns;
    board.style.setProperty("--columns", columns);
    board.style.setProperty("--tracks", 2 * columns);
    const rest = cards.length % columns;
    cards.forEach((card, place) => (card.style.gridColumnStart = rest && place === cards.length - rest ? columns - rest + 1 : ""));
    board.style.setProperty("--rows", rows);
    board.style.setProperty("--side", `${Math.floor(side)}px`);
  };
  const lay = (count, turn) => {
    const board = get("board");
    board.className = "cards";
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", Words.cards);
    cards = Array.from({ length: count }, (_, place) => {
      const card = make("button", { class: "card", type: "button", tabindex: place ? "-1" : "0" }, make("span", { class: "back" }), make("span", { class: "front" }), make("b", { class: "badge" }));
      card.addEventListener("click", () => turn(place));
      return card;
    });
    const focused = board.contains(document.activeElement);
    board.replaceChildren(...cards);
    if (focused) cards[0].focus();
    fit();
  };
  const paint = (card, symbol) => {
    const front = card.querySelector(".front");
    if (front.dataset.symbol === String(symbol)) return;
    front.dataset.symbol = symbol;
    front.replaceChildren(draw("svg", { class: "picture", "aria-hidden": "true" }, draw("use", { href: `#picture-${symbol}` })));
  };
  // `look` returns the appearance of the card at a place, and its text for screen readers.
  const show = (look) =>
    cards.forEach((card, place) => {
      const { symbol, up, open, hinted, taken, taker, what } = look(place);
      card.classList.remove("best");
      if (up || taken || hinted) paint(card, symbol);
      card.classList.toggle("up", up || taken);
      card.classList.toggle("hinted", hinted);
      card.classList.toggle("taken", taken && !up);
      card.classList.toggle("open", open);
      card.style.setProperty("--seat", taken ? `var(--c${(taker ?? 0) + 1})` : "");
      card.querySelector(".badge").textContent = taken ? (taker === null ? "✓" : taker + 1) : "";
      card.setAttribute("aria-label", `${say(Words.card, { place: place + 1 })}: ${what}`);
    });
  // Marks the best cards on the table and for screen readers.
  const mark = (places, what) =>
    places.forEach((place) => {
      cards[place].classList.add("best");
      cards[place].setAttribute("aria-label", `${cards[place].getAttribute("aria-label")}, ${what}`);
    });
  // Shows on the button, and tells screen readers, whether known cards are shown.
  const known = (on, all) => {
    Frame.toggle("known", on);
    const places = all.flatMap((card, place) => (["known", "turned"].includes(card) ? [say(Words.card, { place: place + 1 })] : []));
    Frame.report(on ? say(Words.knownOn, { cards: places.join(", ") || Words.knownNone }) : Words.knownOff);
  };
  const focus = (place, move = true) => {
    cards.forEach((card, at) => card.setAttribute("tabindex", at === place ? "0" : "-1"));
    if (move) cards[place].focus();
  };
  const begin = () => {
    get("board").addEventListener("keydown", (event) => {
      const place = cards.indexOf(event.target);
      if (place < 0 || event.ctrlKey || event.metaKey || event.altKey || !/^(Arrow|Home|End)/.test(event.key)) return;
      event.preventDefault();
      focus(Frame.walk(columns, cards.length, place, event.key));
    });
    window.addEventListener("resize", fit);
  };
  // The choice of the number of pairs, up to the number for which the page was made.
  const choice = (most, playing, choose) => {
    const select = make("select", { id: "pairs", "aria-label": Words.pairsChoice });
    for (let many = 1; many <= most; many++) select.append(make("option", { value: many, text: say(Words.aboutPairs, { pairs: many }) }));
    select.value = most;
    let chosen = most;
    select.addEventListener("change", () =>
      leave(
        playing(),
        () => choose((chosen = Number(select.value))),
        () => (select.value = chosen),
      ),
    );
    get("tools").prepend(select);
  };
  return { begin, lay, fit, show, mark, known, focus, choice };
})();
