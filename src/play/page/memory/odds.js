// The exact odds of Memory. The distribution of the pairs that everybody still takes from a table is a whole number of
// arrangements of its unseen cards for each way to share them out; nothing is divided before a number is shown.
const odds = (() => {
  const BASE = 64; // more than the pairs of any board: shares are numbers of this base, a digit for each seat

  // The tactics of a policy, one for each position.
  const spread = (policy) => {
    const letters = [];
    for (const [, letter, times] of policy.tactics.matchAll(/([a-i])(\d*)/g)) {
      const tactic = letter.charCodeAt(0) - 96;
      for (let left = Number(times || 1); left > 0; left--) letters.push(tactic);
    }
    return letters;
  };
  // The most pairs that somebody can be ahead with so many left of all, as far as it matters.
  const ahead = (policy, all, left) => (policy.leads ? Math.min(left + 1, all - left) : 0);
  // The same by position, in the order in which the program counts them.
  const unpack = (policy, most) => {
    const letters = spread(policy);
    const from = new Map();
    let place = 0;
    for (let known = 0; known <= most; known++)
      for (let half = 0; half <= most - known; half++)
        for (let unknown = 0; unknown <= most - known - half; unknown++) {
          const pairs = known + half + unknown;
          from.set((known * BASE + half) * BASE + unknown, place);
          if (pairs > 0) place += policy.movers * (policy.passes + 1) * (2 * ahead(policy, most, pairs) + 1);
        }
    if (place !== letters.length) throw new Error("the policy and the board differ");
    return ({ known, half, unknown }, mover, passes, lead) => {
      const far = ahead(policy, most, known + half + unknown);
      const digits = ((mover % policy.movers) * (policy.passes + 1) + passes) * (2 * far + 1) + Math.max(-far, Math.min(far, lead)) + far;
      return letters[from.get((known * BASE + half) * BASE + unknown) + digits];
    };
  };

  // The same where players forget: a pair that is remembered is taken; else they are bold or safe, as T6 and T5 begin.
  const strategies = (policy, most) => {
    const letters = spread(policy);
    const from = new Map();
    let place = 0;
    for (let half = 0; half <= Math.min(most, policy.memory ?? most); half++)
      for (let unknown = half ? 0 : 1; unknown <= most - half; unknown++, place += policy.movers) from.set(half * BASE + unknown, place);
    if (place !== letters.length) throw new Error("the policy and the board differ");
    return ({ known, half, unknown }, mover) => (known ? 1 : letters[from.get(half * BASE + unknown) + (mover % policy.movers)]);
  };

  // The same where each remembers for himself, by the tables at which there is a choice.
  const minds = (policy, tables) => {
    const letters = spread(policy);
    if (tables.length !== letters.length) throw new Error("the policy and the board differ");
    const tactics = new Map(tables.map((table, place) => [table, letters[place]]));
    return ({ known, half, minds }, mover) => {
      if (known || !half) return known ? 1 : 6;
      const tactic = tactics.get(mover + minds);
      if (!tactic) throw new Error("a table is missing in the policy");
      return tactic;
    };
  };

  // How a game between so many seats goes on that is played by a policy.
  return (policy, { seats, most, passing, objective, tables }) => {
    const forgets = policy.memory !== undefined;
    const tacticOf = tables ? minds(policy, tables) : forgets ? strategies(policy, most) : unpack(policy, most);
    const perfect = { firsts: Turn.firsts, follows: (table, first, second) => Turn.follows(table, first, second, passing) };
    const rules = tables ? Own.rules(Own.limits(policy.memory)) : forgets ? Forget.rules(policy.memory ?? Infinity) : perfect;
    const shares = forgets && Forget.shares({ seats, tacticOf, ...rules });
    const top = BASE ** (seats - 1);
    const kept = new Map();
    // Shares with the seat that moves next as their first digit, seen by the one who moved before.
    const turned = (shares) => (shares % top) * BASE + Math.floor(shares / top);
    const movers = policy.movers;

    // Whole numbers by shares, the mover's first; over the arrangements of the table.
    const distribution = (table, mover, passes, lead) => {
      if (Turn.pairs(table) === 0 || passes === 2) return new Map([[0, Turn.arrangements(table)]]);
      const most = Turn.pairs(table) + 1;
      const ahead = policy.leads ? Math.max(-most, Math.min(most, lead)) : 0;
      const key = ((((table.known * BASE + table.half) * BASE + table.unknown) * 4 + (mover % movers)) * 2 + passes) * 256 + ahead + 128;
      let sum = kept.get(key);
      if (sum) return sum;
      sum = by(tacticOf(table, mover, passes, ahead), table, mover, passes, ahead);
      kept.set(key, sum);
      return sum;
    };
    // The same for one turn of a tactic.
    const by = (tactic, table, mover, passes, lead) => {
      const sum = new Map();
      turns(tactic, table, (times, follow) => add(sum, times, table, mover, passes, lead, follow));
      return sum;
    };
    // How a turn of a tactic can go, each way with how often it comes for an arrangement of what it leaves.
    const turns = (tactic, table, each) => {
      const begin = Turn.begin(tactic, table);
      const firsts = Turn.firsts(table, begin);
      const ways = firsts.reduce((all, [weight]) => all + weight, 0);
      for (const [weight, first] of firsts) {
        const follows = Turn.follows(table, first, Turn.second(tactic, first), passing);
        const total = follows.reduce((all, follow) => all + follow.weight, 0);
        for (const follow of follows) {
          const above = Turn.arrangements(table) * BigInt(weight * follow.weight);
          const below = Turn.arrangements(follow.table) * BigInt(ways * total);
          if (above % below) throw new Error("a turn is no whole number of arrangements");
          each(above / below, follow);
        }
      }
    };
    const again = ({ table: next, taken }, table, passes) => (passing && !taken && same(next, table) ? passes + 1 : 0);
    const add = (sum, times, table, mover, passes, lead, follow) => {
      const { table: next, taken } = follow;
      const rest = taken ? distribution(next, mover, 0, lead + 1) : distribution(next, (mover + 1) % seats, again(follow, table, passes), -lead);
      for (const [shares, count] of rest) {
        const key = taken ? shares + 1 : turned(shares);
        const here = sum.get(key);
        sum.set(key, here === undefined ? times * count : here + times * count);
      }
    };
    // What each seat takes on average, the mover first, times the seats and the arrangements: all that a hint needs where
    // pairs are wanted, and much less than how they are shared out.
    const averages = new Map();
    const average = (table, mover, passes) => {
      const left = BigInt(Turn.pairs(table));
      if (left === 0n || passes === 2) return Array(seats).fill(left * Turn.arrangements(table));
      const key = (((table.known * BASE + table.half) * BASE + table.unknown) * 4 + (mover % movers)) * 2 + passes;
      let sum = averages.get(key);
      if (sum) return sum;
      sum = averageBy(tacticOf(table, mover, passes, 0), table, mover, passes);
      averages.set(key, sum);
      return sum;
    };
    const averageBy = (tactic, table, mover, passes) => {
      const sum = Array(seats).fill(0n);
      turns(tactic, table, (times, follow) => {
        const { table: next, taken } = follow;
        const rest = average(next, taken ? mover : (mover + 1) % seats, again(follow, table, passes));
        rest.forEach((value, seat) => (sum[taken ? seat : (seat + 1) % seats] += times * value));
        if (taken) sum[0] += times * BigInt(seats) * Turn.arrangements(next);
      });
      return sum;
    };
    const same = (a, b) => a.known === b.known && a.half === b.half && a.unknown === b.unknown;

    // P(win) of every seat, P(draw), the expected pairs of every seat.
    const valued = (shares, below, { scores, mover, table }) => {
      const all = Turn.pairs(table) + scores.reduce((sum, pairs) => sum + pairs, 0);
      const wins = Array(seats + 1).fill(0n);
      const pairs = Array(seats).fill(0n); // times the seats, for what is left is shared
      for (const [share, count] of shares) {
        const final = [...scores];
        for (let seat = 0, left = share; seat < seats; seat++, left = Math.floor(left / BASE)) final[(mover + seat) % seats] += left % BASE;
        const best = Math.max(...final);
        const winner = final.indexOf(best);
        wins[final.lastIndexOf(best) === winner ? winner : seats] += count;
        const left = all - final.reduce((sum, own) => sum + own, 0);
        final.forEach((own, seat) => (pairs[seat] += count * BigInt(own * seats + left)));
      }
      return [...wins.map((count) => Exact.make(count, below)), ...pairs.map((count) => Exact.make(count, below * BigInt(seats)))];
    };
    const lead = ({ scores, mover }) => (seats === 2 ? scores[mover] - scores[1 - mover] : 0);
    const isOver = (moment) => Turn.pairs(moment.table) === 0 || moment.passes === 2;
    const tactic = (moment) => tacticOf(moment.table, moment.mover, moment.passes, lead(moment));
    const found = new Map();
    // Between two turns.
    const between = (moment) => {
      const { table, mover, passes, scores } = moment;
      const key = `${table.known},${table.half},${table.unknown},${table.minds},${mover},${passes},${scores}`;
      if (!found.has(key) && forgets) {
        const { sum, below } = shares.of(table, mover);
        found.set(key, valued(sum, below, { ...moment, mover: 0 }));
      } else if (!found.has(key)) found.set(key, valued(distribution(table, mover, passes, lead(moment)), Turn.arrangements(table), moment));
      return found.get(key);
    };
    const after = (moment, follow) => {
      const passes = passing && same(follow.table, moment.table) ? moment.passes + 1 : 0;
      const scores = [...moment.scores];
      if (follow.taken) scores[moment.mover] += 1;
      return { table: follow.table, scores, mover: follow.taken ? moment.mover : (moment.mover + 1) % seats, passes };
    };
    const moments = (moment, first, second) => rules.follows(moment.table, first, second, moment).map((follow) => [follow.weight, after(moment, follow)]);
    // Once it is said what is turned second.
    const chosen = (moment, first, second) => Meter.mixture(moments(moment, first, second).map(([weight, next]) => [weight, between(next)]));
    const seconds = (moment, first) => ["mate", "old", "new"].filter((second) => moments(moment, first, second).length);
    // What odds are worth to a seat: pairs, or P(win) - P(loss).
    const worth = (values, seat) => (objective === "win" ? Exact.minus(values[seat], values[1 - seat]) : values[seats + 1 + seat]);
    const more = (a, b) => Exact.minus(a, b).above > 0n;
    // After the first card is seen.
    const opened = (moment, first) => {
      const planned = Turn.second(tactic(moment), first);
      if (planned) return chosen(moment, first, planned);
      if (!policy.best[moment.mover]) return chosen(moment, first, Turn.usual(moment.table, first));
      return seconds(moment, first)
        .map((second) => chosen(moment, first, second))
        .reduce((best, other) => (more(worth(other, moment.mover), worth(best, moment.mover)) ? other : best));
    };
    // Once it is said what is turned first.
    const begun = (moment, begin) => Meter.mixture(rules.firsts(moment.table, begin, moment.mover).map(([weight, first, seen]) => [weight, opened({ ...moment, seen }, first)]));
    // What a seat may expect between two turns, and the mover of a turn of a tactic.
    const pairsOf = (sum, { scores, table }, seat) => {
      const below = BigInt(seats) * Turn.arrangements(table);
      return Exact.make(sum + below * BigInt(scores[seat]), below);
    };
    const alone = (moment, seat) =>
      objective === "win" || forgets ? worth(between(moment), seat) : pairsOf(average(moment.table, moment.mover, moment.passes)[(seat - moment.mover + seats) % seats], moment, seat);
    const byTactic = (tactic, moment) => {
      const { table, mover, passes } = moment;
      if (forgets) {
        const firsts = rules.firsts(table, Turn.begin(tactic, table), mover);
        return Meter.mixture(firsts.map(([weight, first, seen]) => [weight, [worth(chosen({ ...moment, seen }, first, Turn.second(tactic, first)), mover)]]))[0];
      }
      if (objective !== "win") return pairsOf(averageBy(tactic, table, mover, passes)[0], moment, mover);
      return worth(valued(by(tactic, table, mover, passes, lead(moment)), Turn.arrangements(table), moment), mover);
    };
    // What the mover can do and what it is worth, best first.
    const hints = (moment, first) => {
      const { table, mover } = moment;
      const all = first
        ? seconds(moment, first).map((name) => ({ name, worth: Meter.mixture(moments(moment, first, name).map(([weight, next]) => [weight, [alone(next, mover)]]))[0] }))
        : (forgets ? (table.known ? [1] : table.half ? [6, 5] : [6]) : [1, 5, 6, 2, 3, 4, 7, 8, 9].filter((tactic) => Turn.fits(tactic, table, passing))).map((tactic) => ({ tactic, worth: byTactic(tactic, moment) }));
      return all.sort((a, b) => (more(b.worth, a.worth) ? 1 : more(a.worth, b.worth) ? -1 : 0));
    };
    const plan = (moment, first) => (first ? Turn.second(tactic(moment), first) || Turn.usual(moment.table, first) : Turn.begin(tactic(moment), moment.table));
    // Works out what play leads to from a board of so many pairs, small tables first; pauses when asked to.
    const warm = function* (pairs) {
      for (let unknown = 1; forgets && unknown <= pairs; unknown++)
        for (let mover = 0; mover < seats; mover++) yield shares.of({ known: 0, half: 0, unknown, ...(tables && { minds: "00".repeat(unknown) }) }, mover);
      if (forgets) return;
      for (let unseen = 1; unseen <= 2 * pairs; unseen++)
        for (let half = unseen % 2; half <= Math.min(unseen, pairs); half += 2) {
          const unknown = (unseen - half) / 2;
          if (half + unknown > pairs) continue;
          // Pairs that are taken, one with each turn or none.
          const taken = policy.leads ? pairs - half - unknown : 0;
          for (let lead = -taken; lead <= taken; lead += 2) {
            for (let mover = 0; mover < movers; mover++) distribution({ known: 0, half, unknown }, mover, 0, lead);
            yield unseen;
          }
        }
    };
    return { between, chosen, opened, begun, hints, plan, tactic, moments, isOver, worth, warm };
  };
})();
