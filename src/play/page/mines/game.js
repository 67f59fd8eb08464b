// A game of Minesweeper: what is seen, where the mines are once they are laid, and what clicks risked.
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
    const now = { cells: board.cells, mined: null, won: null, risks: Risk.of(board), survived: Exact.one, guesses: 0, meter: Meter.begin(1), steps: [], moves: [] };
    return { setup, seed, around: board.around, now, past: [] };
  };
  // Mines are laid once the first cell is known, as the program lays them.
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
  // The first click is safe by its rule.
  const riskAt = ({ setup, now }, place) => (setup.first_click !== "any" && !now.mined ? Exact.zero : now.risks && now.risks[place]);
  const less = (a, b) => Exact.minus(a, b).above < 0n;
  const least = (game) => {
    const all = game.now.risks && game.now.risks.filter(Boolean);
    if (!all || !all.length) return null;
    return game.now.mined || game.setup.first_click === "any" ? all.reduce((best, risk) => (less(risk, best) ? risk : best)) : Exact.zero;
  };
  const safest = (game) => {
    const best = least(game);
    return best ? game.now.cells.map((_, place) => place).filter((place) => game.now.cells[place] < 0 && Exact.minus(riskAt(game, place), best).above === 0n) : [];
  };
  const at = (game, place) => [Math.floor(place / game.setup.cols) + 1, (place % game.setup.cols) + 1];

  // Opens a cell; what forbids it, or null.
  const open = (game, place) => {
    const { now, around } = game;
    if (now.won !== null) return "over";
    if (now.cells[place] === FLAG) return "flagged";
    if (now.cells[place] !== HIDDEN) return "open";
    const mined = now.mined || laid(game, place);
    const [risk, best] = [riskAt(game, place), least(game)];
    const cells = [...now.cells];
    if (mined[place]) cells[place] = MINE;
    else flood(around, mined, place, cells);
    const won = mined[place] ? false : cells.some((cell, at) => cell < 0 && !mined[at]) ? null : true;
    const next = { ...now, cells, mined, won };
    // Nobody needs the risks of a game that is over.
    if (won === null) next.risks = Risk.of({ around, mines: game.setup.mines, cells });
    if (risk) {
      const chance = Exact.minus(Exact.one, risk);
      next.meter = Meter.step(now.meter, [Exact.minus(Exact.one, best)], [chance], [mined[place] ? Exact.zero : Exact.one]);
      next.guesses += risk.above > 0n ? 1 : 0;
      next.survived = Exact.times(now.survived, chance);
    }
    next.steps = [...now.steps, { open: at(game, place) }];
    next.moves = [...now.moves, { place, risk, best, mine: mined[place] }];
    game.past.push(now);
    game.now = next;
    return null;
  };
  const flag = (game, place) => {
    const { now } = game;
    if (now.won !== null) return "over";
    if (now.cells[place] >= 0) return "open";
    const cells = [...now.cells];
    cells[place] = cells[place] === FLAG ? HIDDEN : FLAG;
    game.past.push(now);
    game.now = { ...now, cells, steps: [...now.steps, { flag: at(game, place) }] };
    return null;
  };
  const undo = (game) => {
    if (game.past.length) game.now = game.past.pop();
  };
  const unflagged = ({ now, setup }) => setup.mines - now.cells.filter((cell) => cell < HIDDEN).length;
  // The log that `chancetree replay` reads.
  const log = ({ now, setup, seed }) => {
    const { rows, cols, mines, first_click } = setup;
    const head = JSON.stringify({ chancetree: "play", schema: 1, family: "mines", parameters: { rows, columns: cols, mines, first_click, seed: 0 } });
    return [head.replace('"seed":0', `"seed":${seed}`), ...now.steps.map((step) => JSON.stringify(step))].join("\n") + "\n";
  };
  return { HIDDEN, FLAG, MINE, begin, open, flag, undo, riskAt, least, safest, unflagged, at, log };
})();
