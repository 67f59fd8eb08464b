// Cards on a table: as large as they can be, turned over, walked through by keys.
const Cards = (() => {
  const { get, make, draw } = Frame;
  let [cards, columns] = [[], 1];

  const fit = () => {
    const board = get("board");
    const [wide, high] = [board.clientWidth, Math.max(240, window.innerHeight - board.getBoundingClientRect().top - window.scrollY - 28)];
    const narrow = window.innerWidth <= 760;
    let best = { side: 40, columns: 1, worth: 0 };
    for (let columns = 1; columns <= cards.length; columns++) {
      const rows = Math.ceil(cards.length / columns);
      const side = Math.min((wide - 8 * (columns - 1)) / columns, narrow ? 110 : (high - 8 * (rows - 1)) / rows / 1.15, Math.max(150, window.innerHeight * 0.22));
      // On a phone the cards are on the screen at once, as large as a thumb needs them.
      const fits = !narrow || side * 1.15 * rows + 8 * rows < window.innerHeight * 0.72 || side < 46;
      // Full rows are worth something.
      const worth = side * (cards.length % columns ? 0.85 : 1);
      if (fits && worth > best.worth + 0.5) best = { side, columns, worth };
    }
    board.style.setProperty("--columns", best.columns);
    board.style.setProperty("--side", `${Math.floor(best.side)}px`);
    columns = best.columns;
  };
  const lay = (count, turn) => {
    const board = get("board");
    board.className = "cards";
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", Words.cards);
    cards = Array.from({ length: count }, (_, place) => {
      const card = make("button", { class: "card", type: "button", tabindex: place ? "-1" : "0" }, make("span", { class: "back" }), make("span", { class: "front" }));
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
  // `look` says of each place how its card lies, and what is read out of it.
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
      card.dataset.taker = taken ? (taker === null ? "✓" : taker + 1) : "";
      card.setAttribute("aria-label", `${say(Words.card, { place: place + 1 })}: ${what}`);
    });
  // The cards that are best, on the table and to whoever listens.
  const mark = (places, what) =>
    places.forEach((place) => {
      cards[place].classList.add("best");
      cards[place].setAttribute("aria-label", `${cards[place].getAttribute("aria-label")}, ${what}`);
    });
  // Whether known cards are shown, on the button and to whoever listens.
  const known = (on, all) => {
    Frame.toggle("known", on);
    const places = all.flatMap((card, place) => (["known", "turned"].includes(card) ? [say(Words.card, { place: place + 1 })] : []));
    Frame.tell(on ? say(Words.knownOn, { cards: places.join(", ") || Words.knownNone }) : Words.knownOff);
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
  // How many pairs lie on the table: as many as the page is for, or fewer.
  const choice = (most, choose) => {
    const select = make("select", { id: "pairs", "aria-label": Words.pairsChoice });
    for (let many = 1; many <= most; many++) select.append(make("option", { value: many, text: say(Words.aboutPairs, { pairs: many }) }));
    select.value = most;
    select.addEventListener("change", () => choose(Number(select.value)));
    get("tools").prepend(select);
  };
  return { begin, lay, fit, show, mark, known, focus, choice };
})();
