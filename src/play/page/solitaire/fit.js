// Estimates how well a player remembers: the counts of a log and their maximum likelihood estimates, as in
// `chancetree fit solitaire`.
const Fit = (() => {
  const Z = 1.959963984540054; // a normal deviate stays within it with 95 %

  // Counts the answers in games: with both wrong kinds of card on the table, with one kind, and in the search for
  // the mate of a new card.
  const answers = (games) => {
    const all = { both: [0, 0, 0], one: [0, 0], search: [0, 0], turns: 0 };
    for (const { pairs, steps } of games) {
      const turned = new Set(); // turned and not collected
      let collected = 0;
      const mate = (card) => card.slice(0, -1) + (card.endsWith("a") ? "b" : "a");
      for (const { first, second } of steps) {
        all.turns += 1;
        const known = turned.has(mate(first));
        turned.add(first);
        const fresh = !turned.has(second);
        const others = turned.size > (known ? 2 : 1);
        const left = 2 * pairs - 2 * collected - turned.size > 0;
        const pair = mate(first) === second;
        if (known && others && left) all.both[pair ? 0 : fresh ? 2 : 1] += 1;
        else if (known && (others || left)) all.one[pair ? 0 : 1] += 1;
        else if (!known && others) all.search[fresh ? 0 : 1] += 1;
        turned.add(second);
        if (pair) {
          collected += 1;
          turned.delete(first);
          turned.delete(second);
        }
      }
    }
    return all;
  };
  const sum = (list) => list.reduce((all, one) => all + one, 0);
  const share = (part, all) => (all > 0 ? Exact.make(BigInt(part), BigInt(all)) : null);
  const number = (value) => Number(value.above) / Number(value.below);
  // Estimates of p, p' and p'', each with its trials and a 95 % interval (Wilson 1927).
  const estimates = (games) => {
    const { both: [mates, others, fresh], one: ones, search: searches, turns } = answers(games);
    const [both, one, search] = [mates + others + fresh, sum(ones), sum(searches)];
    const p = share(mates + ones[0], both + one);
    // If no answer was wrong (p = 1), the share of remembered cards among the wrong ones is taken as zero.
    const wrong = others + fresh === 0 ? (both > 0 ? Exact.zero : null) : share(others, others + fresh);
    const mistaken = p && wrong && Exact.times(Exact.minus(Exact.one, p), wrong);
    const values = [p, mistaken, share(searches[0], search)];
    const [p0, q0, s0] = values.map((value) => (value ? number(value) : 0));
    const rest = 1 - p0;
    const f = rest > 0 ? q0 / rest : 0;
    const mateVariance = both + one > 0 ? (p0 * rest) / (both + one) : NaN;
    const variances = [mateVariance, both > 0 ? f * f * mateVariance + (rest * f * (1 - f)) / both : NaN, search > 0 ? (s0 * (1 - s0)) / search : NaN];
    const trials = [both + one, both, search];
    return { turns, all: values.map((value, at) => ({ name: ["p", "p′", "p″"][at], value, trials: trials[at], interval: value && interval(number(value), Math.sqrt(variances[at]), trials[at]) })) };
  };
  const interval = (value, error, seen) => {
    const spread = value * (1 - value);
    const trials = error > 0 ? spread / error ** 2 : seen;
    const z2 = (Z * Z) / trials;
    const middle = (value + z2 / 2) / (1 + z2);
    const half = Math.sqrt(z2 * (spread + z2 / 4)) / (1 + z2);
    return [Math.max(0, middle - half), Math.min(1, middle + half)];
  };
  return { estimates };
})();
