// Players with a common memory of limited size. Forgetting leads back to earlier tables, so the values are solved
// exactly as systems of linear equations, one per strongly connected component.
const SharedMemory = (() => {
  const BASE = 64; // as in odds.js
  const choose = (cards, few) => [1, cards, (cards * (cards - 1)) / 2][few];

  // Counts the ways to forget the surplus when `fresh` new cards join `old` ones. One of the old cards can be the
  // mate of a new card: then the cards are the others, the mate, and the new ones.
  const surplus = (old, fresh, memory) => Math.max(0, old + fresh - memory);
  const ways = (old, fresh, memory) => {
    const gone = surplus(old, fresh, memory);
    return gone <= old ? choose(old, gone) : choose(fresh, gone - old);
  };
  const forgotten = (halves, mate, fresh, memory) => {
    const old = halves + mate;
    const gone = surplus(old, fresh, memory);
    const bits = (mask) => (mask & 1) + (mask >> 1);
    if (gone > old) {
      return [...Array(1 << fresh).keys()].filter((mask) => bits(mask) === gone - old).map((mask) => ({ times: 1, halves, mate, mask }));
    }
    const kinds = mate && gone > 0 ? [0, 1] : [0];
    return kinds.filter((mates) => gone - mates <= halves).map((mates) => ({ times: choose(halves, gone - mates), halves: gone - mates, mate: mates, mask: 0 }));
  };
  // What can follow when `second` is turned after `first`. A remembered pair must be taken.
  const follows = ({ known, half, unknown }, first, second, memory) => {
    const taken = (weight, table) => ({ weight, table, taken: true });
    if (known > 0) return first === "paired" && second === "mate" ? [taken(1, { known: known - 1, half, unknown })] : [];
    if (first === "mated" && second === "mate") return [taken(1, { known, half: half - 1, unknown })];
    if (first !== "unmated") return [];
    // The table after forgetting. `mate` is true if the mate of the second card was remembered.
    const after = (fresh, mate, gone) => {
      const one = gone.mask & 1 ? 0 : 1;
      const two = fresh === 1 || gone.mask & 2 ? 0 : 1;
      // The two cards are a pair that the next player takes, or neither of them is remembered.
      const whole = mate && !gone.mate && two ? 1 : 0;
      const lost = mate && gone.mate && !two ? 1 : 0;
      const more = mate ? one - whole - lost : one + two;
      return { known: whole, half: half + more - gone.halves, unknown: unknown - more - whole + gone.halves };
    };
    const lost = (weight, fresh, mate) => {
      const all = weight > 0 ? forgotten(half - mate, mate, fresh, memory) : [];
      return all.map((gone) => ({ weight: weight * gone.times, table: after(fresh, mate, gone), taken: false }));
    };
    if (second === "old") return lost(half > 0 ? 1 : 0, 1, 0);
    if (second !== "new") return [];
    const pair = unknown > 0 ? [taken(ways(half, 2, memory), { known, half, unknown: unknown - 1 })] : [];
    return [...pair, ...lost(half, 2, 1), ...lost(2 * (unknown - 1), 2, 0)];
  };
  // The cards that are forgotten when the turn passes, old ones first, in the same order as in the program.
  const cards = (known, fresh, memory, random) => {
    let gone = surplus(known.length, fresh.length, memory);
    const all = [];
    for (const list of [[...known], [...fresh]])
      for (; gone > 0 && list.length; gone--) {
        const at = random.below(list.length);
        all.push(list[at]);
        list[at] = list[list.length - 1];
        list.pop();
      }
    return all;
  };

  // The distribution of how the pairs of a table are shared out in the end: integers by score, the first seat's
  // first, over a common denominator. `firsts` and `follows` are the rules.
  const shares = ({ seats, tacticOf, firsts, follows }) => {
    const kept = new Map();
    const key = ({ known, half, unknown, beliefs }, mover) => (beliefs === undefined ? ((known * BASE + half) * BASE + unknown) * 4 + mover : mover + beliefs);
    const over = { below: 1n, sum: new Map([[0, 1n]]) };
    // The tables after a turn, and their probabilities.
    const steps = (table, mover) => {
      const tactic = tacticOf(table, mover);
      const begun = firsts(table, Turn.begin(tactic, table), mover);
      const all = begun.reduce((sum, [weight]) => sum + weight, 0);
      return begun.flatMap(([weight, first, seen]) => {
        const next = follows(table, first, Turn.second(tactic, first), { mover, seen });
        const total = next.reduce((sum, follow) => sum + follow.weight, 0);
        return next.map((follow) => ({ ...follow, mover: follow.taken ? mover : (mover + 1) % seats, share: Exact.make(BigInt(weight) * BigInt(follow.weight), BigInt(all) * BigInt(total)) }));
      });
    };
    // The weighted sum of values, over a common denominator, in lowest terms.
    const mixed = (parts) => {
      let below = 1n;
      for (const { share, value } of parts) {
        const own = share.below * value.below;
        below *= own / Exact.gcd(below, own);
      }
      const sum = new Map();
      for (const { share, value, plus } of parts) {
        const times = (share.above * below) / (share.below * value.below);
        for (const [at, count] of value.sum) sum.set(at + plus, (sum.get(at + plus) || 0n) + times * count);
      }
      let shared = below;
      for (const count of sum.values()) {
        if (shared === 1n) break;
        shared = Exact.gcd(shared, count);
      }
      if (shared > 1n) for (const [at, count] of sum) sum.set(at, count / shared);
      return { below: below / shared, sum };
    };
    // The inverse of the identity minus the matrix of transition probabilities within a component.
    const inverse = (matrix) => {
      const size = matrix.length;
      const rows = matrix.map((row, at) => [...row, ...row.map((_, other) => (at === other ? Exact.one : Exact.zero))]);
      for (let column = 0; column < size; column++) {
        const pivot = rows.findIndex((row, at) => at >= column && row[column].above !== 0n);
        [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
        const by = rows[column][column];
        rows[column] = rows[column].map((value) => Exact.make(value.above * by.below, value.below * by.above));
        rows.forEach((row, at) => {
          const times = row[column];
          if (at !== column && times.above !== 0n) rows[at] = row.map((value, place) => Exact.minus(value, Exact.times(times, rows[column][place])));
        });
      }
      return rows.map((row) => row.slice(size));
    };
    const settle = (nodes) => {
      const place = new Map(nodes.map((node, at) => [node.key, at]));
      const matrix = nodes.map((_, at) => nodes.map((_, other) => (at === other ? Exact.one : Exact.zero)));
      const parts = nodes.map((node, at) =>
        node.steps.flatMap((step) => {
          const other = step.taken ? undefined : place.get(key(step.table, step.mover));
          if (other === undefined) return [{ share: step.share, value: of(step.table, step.mover), plus: step.taken ? BASE ** node.mover : 0 }];
          matrix[at][other] = Exact.minus(matrix[at][other], step.share);
          return [];
        }),
      );
      const rest = parts.map(mixed);
      inverse(matrix).forEach((row, at) => {
        const all = row.flatMap((share, other) => (share.above === 0n ? [] : [{ share, value: rest[other], plus: 0 }]));
        kept.set(nodes[at].key, mixed(all));
      });
    };
    // The distribution from a table. Strongly connected components are found with the algorithm of Tarjan (1972).
    const of = (table, mover) => {
      if (Turn.pairs(table) === 0) return over;
      const start = key(table, mover);
      if (kept.has(start)) return kept.get(start);
      const found = new Map();
      const stack = [];
      const visit = (table, mover) => {
        const node = { key: key(table, mover), mover, steps: steps(table, mover), low: found.size, on: true };
        const own = node.low;
        found.set(node.key, node);
        stack.push(node);
        for (const step of node.steps.filter((step) => !step.taken)) {
          const next = key(step.table, step.mover);
          if (kept.has(next)) continue;
          const other = found.get(next) || visit(step.table, step.mover);
          if (other.on) node.low = Math.min(node.low, other.low);
        }
        if (node.low === own) {
          const nodes = stack.splice(stack.indexOf(node));
          nodes.forEach((node) => (node.on = false));
          settle(nodes);
        }
        return node;
      };
      visit(table, mover);
      return kept.get(start);
    };
    return { of };
  };
  // The rules for players with a common memory of this many cards.
  const rules = (memory) => ({ firsts: Turn.firsts, follows: (table, first, second) => follows(table, first, second, memory) });
  return { rules, cards, shares };
})();
