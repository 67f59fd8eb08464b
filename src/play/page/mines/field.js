// The display of Minesweeper: cells, risks, and the risks of past clicks.
const Field = (() => {
  const { data, get, make, section, percent, fraction, numberRows } = Frame;
  const words = Words.mines;
  const parts = {};
  let [cells, scale] = [[], 1];
  const [SMALLEST, LARGEST] = [10, 96]; // pixels of a cell
  const GUTTER = 22; // pixels beside and above the board, for the numbers of rows and columns
  const HOLD = 450; // milliseconds after which a touch is a long one

  const build = () => {
    parts.odds = section("odds", words.odds);
    parts.advice = section("advice", words.advice);
    parts.cell = section("cell", words.cellName);
    parts.luck = section("luck", Words.luck);
    parts.moves = section("moves", words.moves);
  };
  const fit = () => {
    const board = get("board");
    const high = window.innerHeight - board.getBoundingClientRect().top - window.scrollY - 20 - GUTTER;
    const narrow = window.innerWidth <= 760;
    const least = narrow ? 30 : 20; // the smallest cell for a finger, or for a mouse
    const wide = board.parentElement.clientWidth - GUTTER - (narrow ? 18 : 34);
    let side = Math.max(least, Math.min(wide / data.cols - 1, narrow ? 64 : high / data.rows - 1, Math.max(54, window.innerHeight * 0.075)));
    side = Math.floor(side);
    // If the board is wider than the screen, about half a cell is visible at the edge, to show that the board
    // continues.
    const shown = () => ((wide + 5) / (side + 1)) % 1;
    while (narrow && side >= least && side < least + 6 && (side + 1) * data.cols > wide + data.cols && Math.abs(shown() - 0.5) > 0.2) side += 1;
    board.style.setProperty("--columns", data.cols);
    board.style.setProperty("--rows", data.rows);
    const size = Math.floor(Math.max(SMALLEST, Math.min(LARGEST, side * scale)));
    board.style.setProperty("--side", `${size}px`);
    number(size < 18 ? 5 : 1);
  };
  // Numbers the rows beside the first cells, and the columns above the first row: all of them, or every fifth one.
  const number = (every) =>
    cells.forEach((cell, place) => {
      const [row, column] = [Math.floor(place / data.cols), place % data.cols];
      const text = (at) => (at === 0 || (at + 1) % every === 0 ? at + 1 : "");
      if (column === 0) cell.dataset.row = text(row);
      if (row === 0) cell.dataset.column = text(column);
    });
  // The cell at `place` stays in view.
  const zoom = (factor, place) => {
    scale = Math.max(0.25, Math.min(4, scale * factor));
    fit();
    cells[place]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const lay = ({ open, flag, look }) => {
    const board = get("board");
    board.className = "field";
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", words.cells);
    cells = Array.from({ length: data.rows * data.cols }, (_, place) => {
      const cell = make("button", { class: "cell", type: "button", tabindex: place ? "-1" : "0" });
      let held = 0;
      let long = false;
      cell.addEventListener("pointerdown", (event) => {
        long = false;
        if (event.pointerType !== "mouse") held = setTimeout(() => ((long = true), flag(place)), HOLD);
      });
      for (const name of ["pointerup", "pointerleave", "pointercancel"]) cell.addEventListener(name, () => clearTimeout(held));
      cell.addEventListener("click", () => (long ? (long = false) : open(place)));
      cell.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        clearTimeout(held);
        if (!long) flag(place);
      });
      cell.addEventListener("focus", () => look(place));
      cell.addEventListener("pointerenter", () => look(place));
      return cell;
    });
    const focused = board.contains(document.activeElement);
    board.replaceChildren(...cells);
    if (focused) cells[0].focus();
    fit();
  };

  const name = (state, place) => {
    const [row, column] = game.at(state, place);
    return say(words.cell, { row, column });
  };
  // The short text of a risk: ✓ and ✗ for certain cells.
  const short = (risk) => {
    if (risk.above === 0n) return "✓";
    if (risk.above === risk.below) return "✗";
    const whole = Number(Exact.decimal(Exact.times(risk, Exact.make(100n, 1n)), 0));
    return `${Math.min(99, Math.max(1, whole))}%`;
  };
  const table = (state, { risks, hinted }) => {
    const { now } = state;
    const over = now.won !== null;
    // Green is for certainly safe cells only. Other advice has a colour of its own.
    const sure = hinted && !over && game.least(state)?.above === 0n;
    const best = new Set(!hinted || over ? [] : sure ? game.safest(state) : (game.advised(state)?.places ?? []));
    cells.forEach((cell, place) => {
      const value = now.cells[place];
      const mine = over && now.mined[place];
      const risk = value < 0 && !over && risks ? game.riskAt(state, place) : null;
      const marked = best.has(place);
      const shown = risk ?? (marked ? game.riskAt(state, place) : null);
      const text = value >= 0 ? (value ? String(value) : "") : value === game.MINE ? "✹" : mine && now.won ? "⚑" : mine ? "●" : value === game.FLAG ? "⚑" : shown ? short(shown) : "";
      if (cell.textContent !== text) cell.textContent = text;
      const kind = value >= 0 ? `shown n${value}` : value === game.MINE ? "hit" : mine ? "mine" : value === game.FLAG ? "flag" : "hidden";
      const wrong = over && value === game.FLAG && !mine ? " wrong" : "";
      cell.className = `cell ${kind}${wrong}${risk && value !== game.FLAG ? " risk" : ""}${marked ? (sure ? " best" : " advised") : ""}`;
      const size = risk ? Number(Exact.decimal(risk, 4)) : 0;
      cell.classList.toggle("high", size > 0.8);
      cell.style.setProperty("--risk", `${Math.round(100 * size)}%`);
      const what = value >= 0 ? say(words.number, { number: value }) : value === game.MINE ? words.hit : mine ? words.mine : value === game.FLAG ? words.flag : words.hidden;
      const riskText = shown ? `, ${say(words.risk, { risk: percent(shown) })}` : "";
      cell.setAttribute("aria-label", `${name(state, place)}: ${what}${wrong ? `, ${words.wrong}` : ""}${riskText}${marked ? `, ${sure ? words.safest : words.advised}` : ""}`);
    });
  };
  const LISTED = 6; // cells in a list of advice
  // The next cells to open with reasons: the certainly safe ones, or else the best by the chance to win, by an estimate or,
  // without advice, by risk.
  const advice = (state, { hinted }) => {
    // Before the first click, the rule for it says all there is to say.
    const isFree = state.now.mined === null && game.least(state)?.above === 0n;
    parts.advice.parentElement.hidden = !hinted || isFree || state.now.won !== null;
    if (parts.advice.parentElement.hidden) return;
    const safe = game.ranked(state).filter(({ risk }) => risk.above === 0n);
    if (!safe.length) return parts.advice.replaceChildren(...ranking(state));
    const why = (place) => {
      const number = game.satisfied(state, place);
      if (number === undefined) return state.now.position.byTotal.has(place) ? words.byTotal : words.together;
      const [row, column] = game.at(state, number);
      return say(words.satisfied, { number: state.now.cells[number], row, column });
    };
    const rows = safe.slice(0, LISTED).map(({ place }) => make("tr", {}, make("th", { scope: "row", text: name(state, place) }), make("td", { text: why(place), class: "reason" })));
    parts.advice.replaceChildren(make("table", {}, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: words.safeNote }));
  };
  // The table and the note of advice where no cell is certainly safe.
  const ranking = (state) => {
    const { advice } = state.now.position;
    const table = (heads, rows) => {
      const head = make("thead", {}, make("tr", {}, ...[words.clicked, ...heads].map((text) => make("th", { scope: "col", text }))));
      const line = ({ place, texts, reason }) => make("tr", {}, make("th", { scope: "row", text: name(state, place) }), ...texts.map((text) => make("td", { text })), ...(reason ? [make("td", { text: reason, class: "reason" })] : []));
      return make("table", {}, head, make("tbody", {}, ...rows.slice(0, LISTED).map(line)));
    };
    const note = (text) => make("p", { class: "quiet", text });
    if (!Array.isArray(advice)) {
      const rows = game.ranked(state).map(({ place, risk }) => ({ place, texts: [percent(risk)] }));
      return [table([words.itsRisk], rows), note(advice === "waiting" ? words.looking : words.byRisk)];
    }
    const isExact = game.advised(state).isExact;
    const rows = advice.map(({ place, win, score, progress }) => ({
      place,
      texts: [isExact ? percent(win) : score.toFixed(2), percent(game.riskAt(state, place))],
      reason: isExact ? say(words.winsOf, { share: Exact.text(win) }) : say(words.shows, { chance: Math.round(100 * progress) }),
    }));
    return [table([isExact ? words.chanceToWin : words.score, words.itsRisk, words.why], rows), note(isExact ? words.exactNote : words.estimateNote)];
  };
  const odds = (state, { risks }) => {
    const { now } = state;
    const hidden = now.cells.filter((cell) => cell < 0).length;
    const { survived, guesses, unknown } = game.sums(state);
    const rows = [
      ...numberRows(words.left, String(game.unflagged(state))),
      ...numberRows(words.hiddenCells, String(hidden)),
      ...numberRows(words.survived, survived ? percent(survived) : "?", survived),
      ...numberRows(words.guesses, unknown ? say(words.atLeast, { guesses }) : String(guesses)),
    ];
    if (unknown) rows.push(...numberRows(words.unknown, String(unknown)));
    const playing = now.won === null;
    const best = playing ? game.least(state) : null;
    if (best) rows.push(...numberRows(words.least, percent(best), best));
    parts.odds.replaceChildren(make("table", {}, make("tbody", {}, ...rows)));
    if (playing && risks) parts.odds.append(make("p", { class: "quiet", text: words.risksNote }));
    if (playing && now.position.count !== "done") parts.odds.append(make("p", { class: "quiet", text: words[now.position.count] }));
  };
  // The risk of one cell, if it is to be shown.
  const cell = (state, place, shown) => {
    const risk = shown && state.now.won === null && state.now.cells[place] < 0 ? game.riskAt(state, place) : null;
    const text = place < 0 ? words.none : `${name(state, place)}${risk ? `: ${percent(risk)}` : ""}`;
    parts.cell.replaceChildren(make("p", { class: "looked", text }), ...(risk ? [fraction(risk)] : []), ...(shown ? [] : [make("p", { class: "quiet", text: words.ask })]));
  };
  const luck = (state) => {
    const { meter } = game.sums(state);
    const measures = [[words.lastClick, "last"], [Words.byLuck, "luck"], [Words.byChoice, "choice"]];
    const rows = measures.flatMap(([label, kind]) => (meter ? numberRows(label, Frame.points(meter[kind][0]), meter[kind][0]) : numberRows(label, "?")));
    parts.luck.replaceChildren(make("table", { id: "meter" }, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: words.luckNote }));
  };
  const moves = (state) => {
    const { now } = state;
    const over = now.won !== null;
    parts.moves.parentElement.hidden = !over;
    if (!over) return;
    const safety = (value) => (value ? percent(Exact.minus(Exact.one, value)) : "?");
    const head = make("thead", {}, make("tr", {}, ...[words.move, words.had, words.took, words.came].map((text) => make("th", { scope: "col", text }))));
    const all = game.moves(state);
    const rows = all.map(({ place, risk, best, mine, riskier }, at) => {
      const careless = riskier && !riskier.isAdvised;
      const [line, column] = game.at(state, place);
      return make("tr", careless ? { class: "careless" } : {}, make("th", { scope: "row", text: `${at + 1}: ${line}, ${column}` }), make("td", { text: safety(best) }), make("td", { text: `${safety(risk)}${careless ? " ↓" : riskier ? " ☆" : ""}` }), make("td", { text: mine ? "✹" : "✓" }));
    });
    parts.moves.replaceChildren(make("p", { text: verdict(state) }), make("table", {}, head, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: `${words.movesNote}${all.some(({ riskier }) => riskier?.isAdvised) ? ` ${words.starNote}` : ""}` }));
  };
  // The assessment of the clicks of a finished game. There is none if the risk of a click is unknown.
  const verdict = (state) => {
    const { survived, unknown, waiting } = game.sums(state);
    if (unknown) return waiting ? words.verdictWaits : say(words.noVerdict, { unknown });
    if (Exact.minus(Exact.one, survived).above === 0n) return words.certain;
    const riskier = game.riskier(state);
    const lost = riskier.filter(({ isAdvised }) => !isAdvised).reduce((sum, { loss }) => Exact.plus(sum, loss), Exact.zero);
    const points = Frame.rounded(Exact.times(lost, Exact.make(100n, 1n)), 1);
    const care = game.unadvised(state) ? words.verdictLooks : lost.above > 0n ? say(words.careless, { points }) : riskier.length ? words.wise : words.careful;
    return `${say(words.chance, { chance: percent(survived) })} ${care}`;
  };
  const whole = (state, shown, place) => {
    table(state, shown);
    odds(state, shown);
    advice(state, shown);
    luck(state);
    moves(state);
    cell(state, place, shown.risks);
  };
  return { build, lay, fit, zoom, whole, cell, name, verdict, cells: () => cells };
})();
