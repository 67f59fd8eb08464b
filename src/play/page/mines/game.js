// A game of Minesweeper: the visible cells, the mines once they are placed, and the risks of past clicks.
const game = (() => {
  const [HIDDEN, FLAG, MINE] = [-1, -2, -3];
  const neighbours = (rows, cols) =>
    Array.from({ length: rows * cols }, (_, place) => {
      const [row, col] = [Math.floor(place / cols), place % cols];
      const all = [];
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) if (r !== row || c !== col) all.push(r * cols + c);
      return all;
    });
  const begin = (setup, seed) => {
    const { rows, cols, mines } = setup;
    const board = { around: neighbours(rows, cols), mines, cells: Array(rows * cols).fill(HIDDEN) };
    // The rule for the first click can make every cell safe.
    const position = setup.first_click === "any" ? Risk.position(board) : { board, risks: board.cells.map(() => Exact.zero), least: Exact.zero, count: "done", byTotal: new Set() };
    const now = { cells: board.cells, mined: null, won: null, position, step: null, move: null, sums: null };
    return { setup, seed, around: board.around, now, past: [] };
  };
  // Places the mines when the first cell is known, in the same way as the program.
  const laid = ({ setup, seed, around }, first) => {
    const random = Random.of(seed, 1);
    random.below(1);
    const kept = new Set({ any: [], safe: [first], opening: [first, ...around[first]] }[setup.first_click]);
    const free = around.map((_, place) => place).filter((place) => !kept.has(place));
    const mined = around.map(() => false);
    for (let mine = 0; mine < setup.mines; mine++) {
      const at = random.below(free.length);
      mined[free[at]] = true;
      const last = free.pop();
      if (at < free.length) free[at] = last;
    }
    return mined;
  };
  const flood = (around, mined, first, cells) => {
    const stack = [first];
    while (stack.length) {
      const place = stack.pop();
      if (cells[place] !== HIDDEN) continue;
      cells[place] = around[place].filter((other) => mined[other]).length;
      if (!cells[place]) stack.push(...around[place]);
    }
  };
  const riskAt = ({ now }, place) => now.position.risks[place];
  const least = ({ now }) => now.position.least;
  const safest = (game) => {
    const { risks, least } = game.now.position;
    return least ? risks.flatMap((risk, place) => (risk && Exact.minus(risk, least).above === 0n ? [place] : [])) : [];
  };
  const at = (game, place) => [Math.floor(place / game.setup.cols) + 1, (place % game.setup.cols) + 1];

  // Opens a cell. Returns the reason if this is not allowed, and null otherwise.
  const open = (game, place) => {
    const { now, around } = game;
    if (now.won !== null) return "over";
    if (now.cells[place] === FLAG) return "flagged";
    if (now.cells[place] !== HIDDEN) return "open";
    const mined = now.mined || laid(game, place);
    const cells = [...now.cells];
    if (mined[place]) cells[place] = MINE;
    else flood(around, mined, place, cells);
    const won = mined[place] ? false : cells.some((cell, at) => cell < 0 && !mined[at]) ? null : true;
    // A finished game has no risks.
    const position = won === null ? Risk.position({ around, mines: game.setup.mines, cells }) : now.position;
    game.past.push(now);
    game.now = { cells, mined, won, position, step: { open: at(game, place) }, move: { place, mine: mined[place], position: now.position }, sums: null };
    return null;
  };
  const flag = (game, place) => {
    const { now } = game;
    if (now.won !== null) return "over";
    if (now.cells[place] >= 0) return "open";
    const cells = [...now.cells];
    cells[place] = cells[place] === FLAG ? HIDDEN : FLAG;
    game.past.push(now);
    game.now = { ...now, cells, step: { flag: at(game, place) }, move: null, sums: null, joined: false };
    return null;
  };
  // Opens the cells around a number that has all its flags. Returns the reason if this is not allowed, and null
  // otherwise.
  const chord = (game, place) => {
    const { now, around } = game;
    const near = (kind) => around[place].filter((other) => now.cells[other] === kind);
    if (now.won !== null) return "over";
    if (!near(HIDDEN).length) return "open";
    if (near(FLAG).length !== now.cells[place]) return "flags";
    near(HIDDEN).forEach((other, at) => {
      if (open(game, other) === null) game.now.joined = at > 0;
    });
    return null;
  };
  // Takes a step back, or all steps of a chord.
  const undo = (game) => {
    for (let joined = true; joined && game.past.length; game.now = game.past.pop()) joined = game.now.joined;
  };
  // The numbers next to a safe cell whose mines are all known, the first one or undefined.
  const satisfied = ({ now, around }, place) => {
    const isMine = (cell) => now.position.risks[cell]?.above === now.position.risks[cell]?.below && now.cells[cell] < 0;
    return around[place].find((near) => now.cells[near] > 0 && around[near].filter(isMine).length === now.cells[near]);
  };
  // The hidden cells whose risk is known, the safest first.
  const ranked = ({ now }) => {
    const known = now.position.risks.flatMap((risk, place) => (risk ? [{ place, risk }] : []));
    return known.sort((a, b) => Number(Exact.minus(a.risk, b.risk).above > 0n) - Number(Exact.minus(a.risk, b.risk).above < 0n) || a.place - b.place);
  };
  // After a win, the board shows a flag on every mine.
  const unflagged = ({ now, setup }) => (now.won ? 0 : setup.mines - now.cells.filter((cell) => cell < HIDDEN).length);

  const { states, steps } = Past;
  // The clicks that opened cells, each with its risk and the least risk before it; null while a risk is unknown.
  const assess = ({ place, mine, position }) => ({ place, mine, risk: position.risks[place], best: position.least, waits: position.count === "waiting" });
  // The clicks on riskier cells than the safest, each with its loss of safety and whether the advice prefers it nevertheless.
  const riskier = (game) =>
    states(game).flatMap(({ move }) => {
      if (!move || !move.position.least || !move.position.risks[move.place]) return [];
      const loss = Exact.minus(move.position.risks[move.place], move.position.least);
      return loss.above > 0n ? [{ move, loss, isAdvised: advice(move.position)?.places.includes(move.place) ?? false }] : [];
    });
  // The first position before such a click whose advice is unknown.
  const unadvised = (game) => riskier(game).find(({ move }) => [undefined, "waiting"].includes(move.position.advice))?.move.position;
  const moves = (game) => {
    const found = riskier(game);
    return states(game).flatMap(({ move }) => (move ? { ...assess(move), riskier: found.find((one) => one.move === move) } : []));
  };
  // The totals over all clicks. If a risk is unknown, there is no probability and no luck, only numbers of clicks.
  const add = (sums, { risk, best, mine, waits }) => {
    const guesses = sums.guesses + (risk && risk.above > 0n ? 1 : 0);
    const known = risk && best;
    if (!known || sums.unknown) return { guesses, unknown: sums.unknown + (known ? 0 : 1), waiting: sums.waiting + (!known && waits ? 1 : 0), survived: null, meter: null };
    const chance = Exact.minus(Exact.one, risk);
    const meter = Meter.step(sums.meter, [Exact.minus(Exact.one, best)], [chance], [mine ? Exact.zero : Exact.one]);
    return { ...sums, guesses, survived: Exact.times(sums.survived, chance), meter };
  };
  // The totals are cached with each state unless a count can still change them.
  const sums = (game) =>
    states(game).reduce(
      (before, now) => {
        if (now.sums) return now.sums;
        const sums = now.move ? add(before, assess(now.move)) : before;
        if (!sums.waiting) now.sums = sums;
        return sums;
      },
      { guesses: 0, unknown: 0, waiting: 0, survived: Exact.one, meter: Meter.begin(1) },
    );
  // The positions whose risks are not yet counted, the current one first, then in reverse order.
  const waiting = (game) => {
    const positions = states(game).flatMap(({ move }) => (move ? move.position : []));
    if (game.now.won === null) positions.push(game.now.position);
    return [...new Set(positions.reverse())].filter(({ count }) => count === "waiting");
  };
  // The visible board as `chancetree risk mines` reads it.
  const text = ({ now, setup }) => {
    const letters = now.cells.map((cell) => (cell >= 0 ? String(cell) : { [HIDDEN]: ".", [FLAG]: "F", [MINE]: "*" }[cell]));
    const rows = Array.from({ length: setup.rows }, (_, row) => letters.slice(row * setup.cols, (row + 1) * setup.cols).join(""));
    return `mines ${setup.mines}\n${rows.join("\n")}\n`;
  };
  // The cells that the advice on a position puts first, and whether the advice is exact.
  const advice = ({ advice }) => {
    // A position has no advice while it is computed, and none if each cell is certainly safe or certainly a mine.
    if (!Array.isArray(advice) || !advice.length) return null;
    const [first] = advice;
    const isExact = first.win !== undefined;
    const ties = advice.filter((cell) => (isExact ? Exact.minus(first.win, cell.win).above === 0n : first.score - cell.score < 1e-9));
    return { isExact, first, places: ties.map(({ place }) => place) };
  };
  const advised = ({ now }) => advice(now.position);
  // The log in the format of `chancetree replay`, with the board for `chancetree risk mines`.
  const log = (game) => {
    const { rows, cols, mines, first_click } = game.setup;
    const parameters = { rows, columns: cols, mines, first_click, seed: 0 };
    return Past.log({ family: "mines", parameters, board: text(game) }, game.seed, steps(game));
  };
  return { HIDDEN, FLAG, MINE, begin, open, flag, chord, undo, satisfied, ranked, riskAt, least, safest, unflagged, at, steps, moves, riskier, unadvised, sums, waiting, text, advised, log };
})();
