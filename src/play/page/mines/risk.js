// The exact risk of every hidden cell. Certain cells are found first, because they split the others into smaller
// groups. Cells next to the same numbers are counted together as one class, and the classes of each group are added
// one by one (similar to the count of Lindgren 2000).
const Risk = (() => {
  const count = counting();
  // The maximum number of additions: at once, in a worker, and in browsers without workers.
  const budgets = { atOnce: 20000, worker: 20000000, fallback: 300000 };
  // The limits of advice in a worker and without one: additions, placements, and the steps and visits of an exact search.
  const limits = { worker: { additions: 20000000, placements: 2000, steps: 1000000, visits: 200000000 }, fallback: { additions: 300000, placements: 2000, steps: 50000, visits: 10000000 } };
  const advise = advising(count);

  // Converts risks to fractions. Cells of a class share one object.
  const read = ({ risks, complete, byTotal }) => {
    const fractions = new Map([[null, null]]);
    for (const risk of risks) if (!fractions.has(risk)) fractions.set(risk, Exact.make(...risk));
    return { risks: risks.map((risk) => fractions.get(risk)), complete, byTotal: new Set(byTotal) };
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
  // A position: a board, the risks (null for an open cell or an unknown risk), the cells that are safe only because of the number
  // of all mines, and the least risk. `count` is "done", "waiting" for a larger budget, or "failed". `advice` is undefined until
  // it is requested, "waiting", null if there is none, or a list of cells.
  const position = (board) => {
    const { risks, complete, byTotal } = of(board);
    return { board, risks, byTotal, least: leastOf(risks, complete), count: complete ? "done" : "waiting" };
  };
  const settle = (position, { risks, complete, byTotal }) => Object.assign(position, { risks, byTotal, least: leastOf(risks, complete), count: complete ? "done" : "failed" });
  // The advice on a position, with the chance to win as a fraction; null without advice.
  const advice = (found) => found && found.map(({ won, ...cell }) => (won ? { ...cell, win: Exact.make(...won) } : cell));
  const ahead = ({ board }, most = limits.fallback) => advise(board, most);
  return { of, read, position, settle, budgets, limits, advice, ahead };
})();
