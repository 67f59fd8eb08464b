// The exact odds of Memory. For each way to share out the remaining pairs, the distribution holds the number of
// arrangements of the unseen cards. Nothing is divided until a number is shown.
const odds = (() => {
  const BASE = 64; // more than the pairs of any board: shares are numbers of this base, a digit for each seat

  // The tactics of a policy, one per position.
  const spread = (policy) => {
    const letters = [];
    for (const [, letter, times] of policy.tactics.matchAll(/([a-i])(\d*)/g)) {
      const tactic = letter.charCodeAt(0) - 96;
      for (let left = Number(times || 1); left > 0; left--) letters.push(tactic);
    }
    return letters;
  };
  // The greatest relevant lead in pairs, with `left` of `all` pairs left.
  const ahead = (policy, all, left) => (policy.leads ? Math.min(left + 1, all - left) : 0);
  // The tactics by position, in the order of the program.
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

  // The tactics of players who forget: a remembered pair is taken; otherwise a player is bold or safe, and begins as
  // in T6 or T5.
  const strategies = (policy, most) => {
    const letters = spread(policy);
    const from = new Map();
    let place = 0;
    for (let half = 0; half <= Math.min(most, policy.memory ?? most); half++)
      for (let unknown = half ? 0 : 1; unknown <= most - half; unknown++, place += policy.movers) from.set(half * BASE + unknown, place);
    if (place !== letters.length) throw new Error("the policy and the board differ");
    return ({ known, half, unknown }, mover) => (known ? 1 : letters[from.get(half * BASE + unknown) + (mover % policy.movers)]);
  };

  // The tactics of players with separate memories, by the tables with a choice.
  const beliefs = (policy, tables) => {
    const letters = spread(policy);
    if (tables.length !== letters.length) throw new Error("the policy and the board differ");
    const tactics = new Map(tables.map((table, place) => [table, letters[place]]));
    return ({ known, half, beliefs }, mover) => {
      if (known || !half) return known ? 1 : 6;
      const tactic = tactics.get(mover + beliefs);
      if (!tactic) throw new Error("a table is missing in the policy");
      return tactic;
    };
  };

  // The odds of games with this number of seats that are played by a policy.
  return (policy, { seats, most, passing, objective, tables }) => {
    const forgets = policy.memory !== undefined;
    const tacticOf = tables ? beliefs(policy, tables) : forgets ? strategies(policy, most) : unpack(policy, most);
    const perfect = { firsts: Turn.firsts, follows: (table, first, second) => Turn.follows(table, first, second, passing) };
    const rules = tables ? SeparateMemory.rules(SeparateMemory.limits(policy.memory)) : forgets ? SharedMemory.rules(policy.memory ?? Infinity) : perfect;
    const shares = forgets && SharedMemory.shares({ seats, tacticOf, ...rules });
    const top = BASE ** (seats - 1);
    const kept = new Map();
    // Rotates the digits of a score, so that the seat that moves next comes first.
    const turned = (shares) => (shares % top) * BASE + Math.floor(shares / top);
    const movers = policy.movers;

    // The number of arrangements by score, the mover's digit first.
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
    // The same distribution for one turn with a tactic.
    const by = (tactic, table, mover, passes, lead) => {
      const sum = new Map();
      turns(tactic, table, (times, follow) => add(sum, times, table, mover, passes, lead, follow));
      return sum;
    };
    // Enumerates the ways in which a turn with a tactic can go, each with its number per arrangement of the next
    // table.
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
    // The expected pairs of each seat, the mover first, times the seats and the arrangements. A hint for the
    // objective of pairs needs only these, and they are much cheaper than the distribution.
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

    // P(win) of every seat, P(draw), and the expected pairs of every seat.
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
    // The values between two turns.
    const between = (moment) => {
      const { table, mover, passes, scores } = moment;
      const key = `${table.known},${table.half},${table.unknown},${table.beliefs},${mover},${passes},${scores}`;
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
    // The values after the choice of the second card.
    const chosen = (moment, first, second) => Meter.mixture(moments(moment, first, second).map(([weight, next]) => [weight, between(next)]));
    const seconds = (moment, first) => ["mate", "old", "new"].filter((second) => moments(moment, first, second).length);
    // The value of odds for a seat: pairs, or P(win) - P(loss).
    const worth = (values, seat) => (objective === "win" ? Exact.minus(values[seat], values[1 - seat]) : values[seats + 1 + seat]);
    const more = (a, b) => Exact.minus(a, b).above > 0n;
    // The values after the first card is seen.
    const opened = (moment, first) => {
      const planned = Turn.second(tactic(moment), first);
      if (planned) return chosen(moment, first, planned);
      if (!policy.best[moment.mover]) return chosen(moment, first, Turn.usual(moment.table, first));
      return seconds(moment, first)
        .map((second) => chosen(moment, first, second))
        .reduce((best, other) => (more(worth(other, moment.mover), worth(best, moment.mover)) ? other : best));
    };
    // The values after the choice of the first card.
    const begun = (moment, begin) => Meter.mixture(rules.firsts(moment.table, begin, moment.mover).map(([weight, first, seen]) => [weight, opened({ ...moment, seen }, first)]));
    // The expected pairs of a seat between two turns, and of the mover in a turn with a tactic.
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
    // The possible moves of the mover with their values, best first.
    const hints = (moment, first) => {
      const { table, mover } = moment;
      const all = first
        ? seconds(moment, first).map((name) => ({ name, worth: Meter.mixture(moments(moment, first, name).map(([weight, next]) => [weight, [alone(next, mover)]]))[0] }))
        : (forgets ? (table.known ? [1] : table.half ? [6, 5] : [6]) : [1, 5, 6, 2, 3, 4, 7, 8, 9].filter((tactic) => Turn.fits(tactic, table, passing))).map((tactic) => ({ tactic, worth: byTactic(tactic, moment) }));
      return all.sort((a, b) => (more(b.worth, a.worth) ? 1 : more(a.worth, b.worth) ? -1 : 0));
    };
    const plan = (moment, first) => (first ? Turn.second(tactic(moment), first) || Turn.usual(moment.table, first) : Turn.begin(tactic(moment), moment.table));
    // Fills the caches for a board with this many pairs, small tables first. Yields so that the caller can pause.
    const warm = function* (pairs) {
      for (let unknown = 1; forgets && unknown <= pairs; unknown++)
        for (let mover = 0; mover < seats; mover++) yield shares.of({ known: 0, half: 0, unknown, ...(tables && { beliefs: "00".repeat(unknown) }) }, mover);
      if (forgets) return;
      for (let unseen = 1; unseen <= 2 * pairs; unseen++)
        for (let half = unseen % 2; half <= Math.min(unseen, pairs); half += 2) {
          const unknown = (unseen - half) / 2;
          if (half + unknown > pairs) continue;
          // The number of pairs taken so far, from which the possible leads follow.
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
