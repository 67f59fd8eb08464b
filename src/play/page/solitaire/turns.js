// The number of turns of a player with perfect memory who minimizes it, as numbers of arrangements of the unseen
// cards.
const Turns = (() => {
  const BASE = 256; // more than the turns of any board: the lucky ones are the digit above
  const kept = new Map();
  const plan = (table, first) => Turn.second(table.known > 0 ? 1 : 6, first) || Turn.usual(table, first);
  const isLucky = (first, second, taken) => taken && first === "unmated" && second === "new";

  // The number of arrangements by the turns and lucky turns that remain.
  const distribution = (table) => {
    const key = (table.known * 64 + table.half) * 64 + table.unknown;
    if (!kept.has(key)) kept.set(key, Turn.pairs(table) ? work(table) : new Map([[0, 1n]]));
    return kept.get(key);
  };
  const work = (table) => {
    const sum = new Map();
    const firsts = Turn.firsts(table, table.known > 0 ? "paired" : "new");
    const ways = firsts.reduce((all, [weight]) => all + weight, 0);
    for (const [weight, first] of firsts) {
      const second = plan(table, first);
      const follows = Turn.follows(table, first, second, true);
      const total = follows.reduce((all, follow) => all + follow.weight, 0);
      for (const follow of follows) {
        const times = (Turn.arrangements(table) * BigInt(weight * follow.weight)) / (Turn.arrangements(follow.table) * BigInt(ways * total));
        const step = 1 + (isLucky(first, second, follow.taken) ? BASE : 0);
        for (const [key, count] of distribution(follow.table)) sum.set(key + step, (sum.get(key + step) || 0n) + times * count);
      }
    }
    return sum;
  };
  // The expected numbers of remaining turns and lucky turns.
  const means = new Map();
  const expected = (table) => {
    const key = (table.known * 64 + table.half) * 64 + table.unknown;
    if (!means.has(key)) {
      const sums = [0n, 0n];
      for (const [turns, count] of distribution(table)) {
        sums[0] += count * BigInt(turns % BASE);
        sums[1] += count * BigInt(Math.floor(turns / BASE));
      }
      means.set(key, sums.map((sum) => Exact.make(sum, Turn.arrangements(table))));
    }
    return means.get(key);
  };
  // The probability of each total number of turns, including the turns already played.
  const chances = (table, done) => {
    const sums = new Map();
    for (const [turns, count] of distribution(table)) sums.set(done + (turns % BASE), (sums.get(done + (turns % BASE)) || 0n) + count);
    return new Map([...sums].sort((a, b) => a[0] - b[0]).map(([turns, count]) => [turns, Exact.make(count, Turn.arrangements(table))]));
  };
  return { plan, isLucky, expected, chances };
})();
