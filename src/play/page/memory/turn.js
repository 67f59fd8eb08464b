// A turn of Memory, card by card: the possible first cards, the possible second cards, and their results.
const Turn = (() => {
  // The kinds of the first card with their weights. The list is empty if this beginning is not possible.
  const firsts = ({ known, half, unknown }, begin) => {
    const all = {
      new: [[half, "mated"], [2 * unknown, "unmated"]],
      paired: [[known > 0 ? 1 : 0, "paired"]],
      single: [[half > 0 ? 1 : 0, "single"]],
    };
    return all[begin].filter(([weight]) => weight > 0);
  };
  // The results of turning `second` after `first`: weight, changes of the pairs, and whether a pair is taken.
  const follows = (table, first, second, pass) => {
    const { known, half, unknown } = table;
    const [one, two] = [[0, 1, -1], [1, -1, 0]];
    const may = (so) => (so ? 1 : 0);
    const all = {
      "mated mate": [[1, [0, -1, 0], true]],
      "mated new": [[half - 1, [2, -2, 0], false], [2 * unknown, [1, 0, -1], false]],
      "mated old": [[may(known > 0 || half > 1), two, false]],
      "unmated new": [[1, [0, 0, -1], true], [half, [1, 0, -1], false], [2 * (unknown - 1), [0, 2, -2], false]],
      "unmated old": [[may(known > 0 || half > 0), one, false]],
      "paired mate": [[1, [-1, 0, 0], true]],
      "paired new": [[half, two, false], [2 * unknown, one, false]],
      "single new": [[1, [0, -1, 0], true], [half - 1, two, false], [2 * unknown, one, false]],
      "paired old": [[may(pass && (known > 1 || half > 0)), [0, 0, 0], false]],
      "single old": [[may(pass && (known > 0 || half > 1)), [0, 0, 0], false]],
    };
    return (all[`${first} ${second}`] || [])
      .filter(([weight]) => weight > 0)
      .map(([weight, [c, d, e], taken]) => ({ weight, table: { known: known + c, half: half + d, unknown: unknown + e }, taken }));
  };
  // How a tactic, T1 to T9, begins and continues; undefined if the tactic does not begin with this kind of card.
  const begin = (tactic, { known }) => (tactic === 1 || (tactic === 2 && known > 0) ? "paired" : tactic === 2 || tactic === 4 ? "single" : "new");
  const SECONDS = {
    mated: { 3: "old", 5: "mate", 6: "mate", 7: "old", 8: "new", 9: "new" },
    unmated: { 3: "old", 5: "old", 6: "new", 7: "new", 8: "old", 9: "new" },
    paired: { 1: "mate", 2: "old" },
    single: { 2: "old", 4: "new" },
  };
  const second = (tactic, first) => SECONDS[first][tactic];
  // The second card of a player who takes known pairs and otherwise looks for more.
  const usual = (table, first) => ["mate", "new", "old"].find((kind) => follows(table, first, kind, false).length);
  // Whether a tactic is possible on this table. Passing also needs a rule that allows it.
  const fits = (tactic, { known, half, unknown }, pass) => {
    const unseen = half + 2 * unknown;
    const pair = known > 0;
    return [
      pair,
      pass && (2 * known + half >= 3 || (known === 0 && half === 2)),
      unseen >= 1 && (pair || half >= 2),
      half >= 1,
      unseen >= 1 && (pair || half >= 1),
      unseen >= 1,
      unseen >= 1 && (half === 0 || pair || half >= 2),
      unseen >= 2 && (pair || half >= 1),
      unseen >= 2,
    ][tactic - 1];
  };
  // The number of arrangements of the unseen cards: u! / (2^e e!).
  const arrangements = (() => {
    const found = new Map();
    return ({ half, unknown }) => {
      const key = half * 64 + unknown;
      if (!found.has(key)) {
        let all = 1n;
        for (let card = 2 * unknown + 1; card <= 2 * unknown + half; card++) all *= BigInt(card);
        for (let odd = 1; odd < 2 * unknown; odd += 2) all *= BigInt(odd);
        found.set(key, all);
      }
      return found.get(key);
    };
  })();
  const pairs = ({ known, half, unknown }) => known + half + unknown;
  return { firsts, follows, begin, second, usual, fits, pairs, arrangements };
})();
