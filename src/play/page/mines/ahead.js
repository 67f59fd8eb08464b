// The cells to open next where none is certainly safe, as in `chancetree risk mines --advise`: by the exact chance to win if
// few placements are left, or else by an estimate that looks one click ahead. A worker runs the source text of this function
// with `count`, so it must not use anything outside it.
const advising = (count) => {
  const MINE = 9; // the content of a cell with a mine; other cells show 0 to 8
  const NEAR = 0.08; // the greatest difference between the risk of a candidate and the least risk
  const [MOST_NEAR, MOST_FAR] = [14, 6]; // candidates with a number beside them, and without
  const PROGRESS = 0.15; // the bonus for a click that shows a safe cell

  // The undecided cells, and the numbers with the mines that they still miss among them.
  const system = ({ cells, around }, risks) => {
    const places = risks.flatMap((risk, place) => (risk && risk[0] > 0n && risk[0] < risk[1] ? [place] : []));
    const index = new Map(places.map((place, at) => [place, at]));
    const isMine = (place) => cells[place] < 0 && risks[place][0] === risks[place][1];
    const clues = cells.flatMap((cell, place) => {
      const open = cell < 0 ? [] : around[place].filter((other) => index.has(other)).map((other) => index.get(other));
      return open.length ? [{ cells: open, mines: cell - around[place].filter(isMine).length }] : [];
    });
    return { places, index, clues, mines: risks.filter((risk) => risk && risk[0] === risk[1]).length };
  };
  // All placements of mines in the undecided cells, as lists of 0 and 1, or null if that takes too many steps.
  const placements = ({ places, clues }, mines, limits) => {
    // The clue with the fewest unlisted cells comes next.
    const listed = new Set();
    const waiting = [...clues];
    const left = (clue) => clue.cells.filter((cell) => !listed.has(cell)).length;
    while (waiting.length) {
      const next = waiting.reduce((best, clue) => (left(clue) < left(best) ? clue : best));
      waiting.splice(waiting.indexOf(next), 1);
      next.cells.forEach((cell) => listed.add(cell));
    }
    places.forEach((_, cell) => listed.add(cell));
    const order = [...listed];
    const missing = clues.map((clue) => clue.mines);
    const room = clues.map((clue) => clue.cells.length);
    const of = places.map((_, cell) => clues.flatMap((clue, at) => (clue.cells.includes(cell) ? [at] : [])));
    const mined = Array(places.length).fill(0);
    const all = [];
    let steps = limits.steps;
    const extend = (next, rest) => {
      if (--steps < 0 || rest > order.length - next) return;
      if (next === order.length) return void all.push([...mined]);
      const cell = order[next];
      for (const mine of [0, 1]) {
        if (mine > rest) continue;
        of[cell].forEach((clue) => ((room[clue] -= 1), (missing[clue] -= mine)));
        mined[cell] = mine;
        if (of[cell].every((clue) => missing[clue] >= 0 && missing[clue] <= room[clue])) extend(next + 1, rest - mine);
        of[cell].forEach((clue) => ((room[clue] += 1), (missing[clue] += mine)));
      }
      mined[cell] = 0;
    };
    extend(0, mines);
    return steps < 0 ? null : all;
  };
  // The placements that are won after each cell, or null if the search takes too long. A set of placements alone represents
  // a position: its open cells are those that are safe and show the same number in all of its placements.
  const won = ({ places, index }, all, around, limits) => {
    const near = places.map((place) => around[place].filter((other) => index.has(other)).map((other) => index.get(other)));
    const shown = all.map((mined) => places.map((_, cell) => (mined[cell] ? MINE : near[cell].reduce((sum, other) => sum + mined[other], 0))));
    const known = new Map();
    let visits = limits.visits;
    const best = (set) => {
      if (set.length === 1) return 1;
      visits -= set.length * places.length;
      const candidates = [];
      for (let cell = 0; cell < places.length; cell++) {
        let [mines, varied] = [0, false];
        for (const one of set) {
          if (shown[one][cell] === MINE) mines += 1;
          if (shown[one][cell] !== shown[set[0]][cell]) varied = true;
        }
        // A safe cell that gives information.
        if (!mines && varied) return after(set, cell, 0);
        if (mines > 0 && mines < set.length) candidates.push([mines, cell]);
      }
      candidates.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      let most = 0;
      for (const [mines, cell] of candidates) {
        if (set.length - mines <= most) break;
        most = Math.max(most, after(set, cell, most));
      }
      return most;
    };
    // The placements that are won after a cell is opened; some bound up to `beaten` if there are no more.
    const after = (set, cell, beaten) => {
      const classes = Array.from({ length: MINE }, () => []);
      for (const one of set) if (shown[one][cell] !== MINE) classes[shown[one][cell]].push(one);
      let sum = classes.reduce((all, set) => all + set.length, 0);
      for (const part of classes) {
        if (!part.length) continue;
        if (sum <= beaten || visits < 0) break;
        const key = String.fromCharCode(...part);
        if (!known.has(key)) known.set(key, best(part));
        sum += known.get(key) - part.length;
      }
      return sum;
    };
    const whole = all.map((_, at) => at);
    const found = places.map((place, cell) => ({ place, won: after(whole, cell, 0) }));
    return visits < 0 ? null : found;
  };
  const exact = (board, { risks, total }, limits) => {
    if (total > BigInt(limits.placements)) return null;
    const open = system(board, risks);
    const all = placements(open, board.mines - open.mines, limits);
    const found = all && won(open, all, board.around, limits);
    return found && found.map(({ place, won }) => ({ place, won: [BigInt(won), total] }));
  };

  const share = (above, below) => Number((above * 10n ** 15n) / below) / 1e15;
  // The candidates of a look ahead, the least risk first.
  const candidates = ({ cells, around }, risks) => {
    const all = risks.flatMap((risk, place) => (risk ? [{ place, risk: share(...risk) }] : [])).sort((a, b) => a.risk - b.risk || a.place - b.place);
    const low = all.filter(({ risk }) => risk <= all[0].risk + NEAR);
    const touches = (place) => around[place].some((other) => cells[other] >= 0);
    // Far from all numbers, cells with the fewest hidden cells around them are the most likely to show a 0.
    const far = low.filter(({ place }) => !touches(place)).map((cell) => ({ ...cell, hidden: around[cell.place].filter((other) => cells[other] < 0).length, seen: around[cell.place].filter(touches).length }));
    far.sort((a, b) => a.hidden - b.hidden || b.seen - a.seen || a.place - b.place);
    const seen = low.filter(({ place }) => touches(place)).slice(0, MOST_NEAR);
    return [...seen, ...far.slice(0, MOST_FAR)].sort((a, b) => a.risk - b.risk || a.place - b.place);
  };
  // The chance to survive this click and the next one, with a bonus for a safe cell.
  const ahead = (board, { risks, total }, most) => {
    const { cells, around } = board;
    let left = most;
    const found = [];
    for (const { place, risk } of candidates(board, risks)) {
      const safe = total - (risks[place][0] * total) / risks[place][1];
      let [rest, score, progress] = [safe, 0, 0];
      const hidden = around[place].filter((other) => cells[other] < 0).length;
      for (let number = 0; number <= hidden && rest > 0n; number++) {
        const next = [...cells];
        next[place] = number;
        const counted = count({ ...board, cells: next }, left);
        if (!counted.complete) return null;
        left = counted.left;
        if (counted.total <= 0n) continue;
        const known = counted.risks.filter((risk, other) => risk && next[other] < 0);
        const least = known.length ? Math.min(...known.map((risk) => share(...risk))) : 0;
        const part = (1 - risk) * share(counted.total, safe);
        score += part * (least === 0 ? 1 + PROGRESS : 1 - least);
        progress += least === 0 ? part : 0;
        rest -= counted.total;
      }
      found.push({ place, score, progress });
    }
    return found.sort((a, b) => b.score - a.score || a.place - b.place);
  };
  // The advice on a position: cells with `won`, the placements that are won and all placements, or else with a `score` and
  // the chance to show a safe cell; null if both take too long.
  return (board, limits) => {
    const counted = count(board, limits.additions);
    if (!counted.complete) return null;
    const found = exact(board, counted, limits);
    const risk = ({ place }) => share(...counted.risks[place]);
    if (found) return found.sort((a, b) => Number(b.won[0] - a.won[0]) || risk(a) - risk(b) || a.place - b.place);
    return ahead(board, counted, counted.left);
  };
};
