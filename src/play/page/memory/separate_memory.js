// Players with separate memories. A table is a text with two hexadecimal digits per pair: the set of seats that
// remember each of its two cards. Known, half known and unknown pairs are from the view of the mover.
const SeparateMemory = (() => {
  // During a turn a card is a byte: the seats that remember it, plus 16 times the seats to which it is new.
  const NEW = 16;
  const pair = (a, b) => (a < b ? a * 256 + b : b * 256 + a);
  const pairs = ({ beliefs }) => beliefs.match(/../g).map((two) => pair(parseInt(two[0], 16), parseInt(two[1], 16)));
  const sorted = (pairs) => [...pairs].sort((a, b) => a - b);
  // Converts the pairs to a table from the view of `mover`.
  const table = (pairs, mover) => {
    const parts = { known: 0, half: 0, unknown: 0 };
    const codes = pairs.map((both) => {
      const [a, b] = [(both >> 8) & 15, both & 15];
      parts[["unknown", "half", "known"][((a >> mover) & 1) + ((b >> mover) & 1)]] += 1;
      return Math.min(a, b) * 16 + Math.max(a, b);
    });
    return { ...parts, beliefs: sorted(codes).map((code) => code.toString(16).padStart(2, "0")).join("") };
  };
  // The cards that satisfy `which`, with equal ones counted together.
  const picks = (pairs, which) => {
    const all = new Map();
    for (const both of pairs)
      for (const [card, mate] of [[both >> 8, both & 255], [both & 255, both >> 8]]) {
        if (!which(card)) continue;
        const found = all.get(card * 256 + mate);
        if (found) found.times += 1;
        else all.set(card * 256 + mate, { times: 1, card, mate });
      }
    return [...all.values()];
  };
  const count = (picked) => picked.reduce((sum, { times }) => sum + times, 0);
  const without = (pairs, { card, mate }) => {
    const at = pairs.indexOf(pair(card, mate));
    return [...pairs.slice(0, at), ...pairs.slice(at + 1)];
  };
  const put = (pairs, card, mate) => [...pairs, pair(card, mate)];

  // Every way in which one player forgets the surplus: old cards first, drawn one after the other.
  const forgotten = (pairs, bit, memory) => {
    const kinds = [(card) => card & bit && !(card & (bit * NEW)), (card) => card & (bit * NEW)];
    const left = kinds.map((which) => count(picks(pairs, which)));
    let [all, total] = [new Map([["", { times: 1, pairs }]]), 1];
    for (let gone = left[0] + left[1] - memory; gone > 0; gone--) {
      const kind = left[0] > 0 ? 0 : 1;
      total *= left[kind]--;
      const next = new Map();
      for (const way of all.values())
        for (const picked of picks(way.pairs, kinds[kind])) {
          const after = sorted(put(without(way.pairs, picked), picked.card & ~(bit | (bit * NEW)), picked.mate));
          const found = next.get(String(after));
          if (found) found.times += way.times * picked.times;
          else next.set(String(after), { times: way.times * picked.times, pairs: after });
        }
      all = next;
    }
    return { total, ways: [...all.values()] };
  };

  // The rules for players with memories of these sizes; Infinity means unlimited.
  const rules = (memories) => {
    const seats = memories.length;
    const everybody = (1 << seats) - 1;
    const shown = (pairs, { card, mate }) => put(pairs, (everybody & ~card) * NEW + everybody, mate);
    // Passes the turn: every player forgets the surplus.
    const passed = (times, total, from, mover) => {
      let all = [{ times, total, pairs: from }];
      memories.forEach((memory, seat) => {
        all = all.flatMap((way) => {
          const gone = forgotten(way.pairs, 1 << seat, memory);
          return gone.ways.map(({ times, pairs }) => ({ times: way.times * times, total: way.total * gone.total, pairs }));
        });
      });
      return all.map(({ times, total, pairs }) => ({ times, total, taken: false, table: table(pairs, (mover + 1) % seats) }));
    };
    // Converts to integer weights, and merges equal tables.
    const weighed = (ways) => {
      const gcd = (a, b) => (b ? gcd(b, a % b) : a);
      const below = ways.reduce((all, { total }) => (all / gcd(all, total)) * total, 1);
      const merged = new Map();
      for (const { times, total, taken, table } of ways) {
        const key = `${taken}${table.beliefs}`;
        const found = merged.get(key);
        if (found) found.weight += times * (below / total);
        else merged.set(key, { weight: times * (below / total), table, taken });
      }
      return [...merged.values()];
    };
    // The possible first cards: their weight, their kind, and who remembers the card and its mate. Of the pairs that
    // the mover remembers, the one that the fewest players remember is taken.
    const firsts = (table, begin, mover) => {
      const bit = 1 << mover;
      if (begin === "new") return picks(pairs(table), (card) => !(card & bit)).map(({ times, card, mate }) => [times, mate & bit ? "mated" : "unmated", { card, mate }]);
      if (begin !== "paired" || !table.known) return [];
      const [card, mate] = pairs(table).map((both) => [both >> 8, both & 255]).find(([card, mate]) => card & mate & bit);
      return [[1, "paired", { card, mate }]];
    };
    // What can follow. `shown` is the remembered card that is turned second, if it is given.
    const follows = (now, first, second, { mover, seen, shown: chosen }) => {
      const bit = 1 << mover;
      const rest = without(pairs(now), seen);
      if (second === "mate" && (first === "paired" || (first === "mated" && !now.known))) return [{ weight: 1, taken: true, table: table(rest, mover) }];
      if (first !== "unmated" || now.known) return [];
      const both = (other, from) => shown(shown(without(from, other), seen), other);
      if (second === "new") {
        const others = picks(rest, (card) => !(card & bit));
        const total = count(others) + 1;
        return weighed([{ times: 1, total, taken: true, table: table(rest, mover) }, ...others.flatMap((other) => passed(other.times, total, both(other, rest), mover))]);
      }
      if (second !== "old" || !now.half) return [];
      if (chosen) return weighed(passed(1, 1, both(chosen, rest), mover));
      if (picks(rest, (card) => card === everybody).length) return weighed(passed(1, 1, shown(rest, seen), mover));
      const own = picks(rest, (card) => card & bit);
      return weighed(own.flatMap((other) => passed(other.times, count(own), both(other, rest), mover)));
    };
    return { firsts, follows };
  };

  // The cards of a game: who knows them after two have been shown, and the view of `mover`. The starter forgets
  // first, because it is the first seat in the log.
  const recall = (knowers, cards, turned, { memories, starter }, random) => {
    const after = [...knowers];
    memories.forEach((_, at) => {
      const seat = (starter + at) % memories.length;
      const memory = memories[seat];
      const bit = 1 << seat;
      const old = after.map((_, at) => at).filter((at) => cards[at] !== "taken" && after[at] & bit);
      const fresh = turned.filter((at) => !(after[at] & bit));
      for (const at of fresh) after[at] |= bit;
      for (const at of SharedMemory.cards(old, fresh, memory, random)) after[at] &= ~bit;
    });
    return after;
  };
  const view = (knowers, cards, mover) => cards.map((card, at) => (card === "taken" ? card : (knowers[at] >> mover) & 1 ? "known" : "new"));
  const of = (knowers, cards, mates, mover) => table(mates.flatMap((mate, at) => (at < mate && cards[at] !== "taken" ? [pair(knowers[at], knowers[mate])] : [])), mover);
  const limits = (memory) => memory.map((cards) => cards ?? Infinity);
  return { rules, recall, view, of, limits };
})();
