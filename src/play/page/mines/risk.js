// The exact risk of every hidden cell. Certain cells are found first, because they split the others into smaller
// groups. Cells next to the same numbers are counted together as one class, and the classes of each group are added
// one by one (similar to the count of Lindgren 2000).
const Risk = (() => {
  const count = counting();
  // The maximum number of additions: at once, in a worker, and in browsers without workers.
  const budgets = { atOnce: 20000, worker: 20000000, fallback: 300000 };

  // Converts risks to fractions. Cells of a class share one object.
  const read = ({ risks, complete }) => {
    const fractions = new Map([[null, null]]);
    for (const risk of risks) if (!fractions.has(risk)) fractions.set(risk, Exact.make(...risk));
    return { risks: risks.map((risk) => fractions.get(risk)), complete };
  };
  const of = (board, most = budgets.atOnce) => read(count(board, most));

  const less = (a, b) => Exact.minus(a, b).above < 0n;
  // The least of some risks. If the count is not complete, only the risk of a certainly safe cell is known to be the
  // least.
  const leastOf = (risks, complete) => {
    const known = [...new Set(risks)].filter(Boolean);
    const least = known.reduce((best, risk) => (best && !less(risk, best) ? best : risk), null);
    return complete || (least && least.above === 0n) ? least : null;
  };
  // A position: a board, the risks (null for an open cell or an unknown risk), and the least risk. `count` is
  // "done", "waiting" for a larger budget, or "failed".
  const position = (board) => {
    const { risks, complete } = of(board);
    return { board, risks, least: leastOf(risks, complete), count: complete ? "done" : "waiting" };
  };
  const settle = (position, { risks, complete }) => Object.assign(position, { risks, least: leastOf(risks, complete), count: complete ? "done" : "failed" });
  return { of, read, position, settle, budgets };
})();
