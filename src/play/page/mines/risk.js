// The exact risk of every hidden cell. Certain cells come first, since they divide the others into smaller groups. Cells
// that the same numbers see are counted together, and so are numbers that share cells, cell by cell (Lindgren 2000 counts
// placements alike).
const Risk = (() => {
  const count = counting();
  // The most additions of a count: at once, in a worker, and where the browser has no worker.
  const budgets = { atOnce: 20000, worker: 20000000, fallback: 300000 };

  // Risks as fractions; cells that were counted together share one.
  const read = ({ risks, complete }) => {
    const fractions = new Map([[null, null]]);
    for (const risk of risks) if (!fractions.has(risk)) fractions.set(risk, Exact.make(...risk));
    return { risks: risks.map((risk) => fractions.get(risk)), complete };
  };
  const of = (board, most = budgets.atOnce) => read(count(board, most));

  const less = (a, b) => Exact.minus(a, b).above < 0n;
  // The least of some risks. Where the count is not complete, only the risk of a certainly safe cell can be the least.
  const leastOf = (risks, complete) => {
    const known = [...new Set(risks)].filter(Boolean);
    const least = known.reduce((best, risk) => (best && !less(risk, best) ? best : risk), null);
    return complete || (least && least.above === 0n) ? least : null;
  };
  // A position: a board, its risks, null where a cell is open or a risk is unknown, and the least of all risks. Its count is
  // done, waits for a larger budget, or has failed.
  const position = (board) => {
    const { risks, complete } = of(board);
    return { board, risks, least: leastOf(risks, complete), count: complete ? "done" : "waiting" };
  };
  const settle = (position, { risks, complete }) => Object.assign(position, { risks, least: leastOf(risks, complete), count: complete ? "done" : "failed" });
  return { of, read, position, settle, budgets };
})();
