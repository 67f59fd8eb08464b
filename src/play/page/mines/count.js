// Counts placements of mines. A worker runs the source text of this function, so it must not use anything outside
// it.
const counting = () => {
  const factorials = [1n];
  const factorial = (n) => {
    while (factorials.length <= n) factorials.push(factorials[factorials.length - 1] * BigInt(factorials.length));
    return factorials[n];
  };
  const choose = (n, k) => (k < 0 || k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k)));

  // The numbers with hidden cells around them.
  const numbered = ({ cells, around }) =>
    cells.flatMap((cell, place) => {
      const hidden = cell < 0 ? [] : around[place].filter((other) => cells[other] < 0);
      return hidden.length ? [{ mines: cell, hidden }] : [];
    });
  // Finds the certain cells; the value is true for a mine. Looks first at single numbers, then at pairs of numbers
  // that share cells. The minimum and maximum of the mines among the shared cells bound the mines among the other
  // cells.
  const certain = (numbers) => {
    const known = new Map();
    const seen = new Map();
    numbers.forEach(({ hidden }, at) => hidden.forEach((place) => seen.set(place, [...(seen.get(place) || []), at])));
    const near = numbers.map(({ hidden }, at) => [...new Set(hidden.flatMap((place) => seen.get(place)))].filter((other) => other !== at));
    const bound = (places, least, most) => {
      if (least === places.length || most === 0) places.forEach((place) => known.set(place, most > 0));
    };
    for (let before = -1; before < known.size; ) {
      before = known.size;
      const left = numbers.map(({ mines, hidden }) => ({
        mines: mines - hidden.filter((place) => known.get(place)).length,
        hidden: hidden.filter((place) => !known.has(place)),
      }));
      left.forEach((one, at) => {
        bound(one.hidden, one.mines, one.mines);
        for (const other of near[at].map((number) => left[number])) {
          const shared = one.hidden.filter((place) => other.hidden.includes(place)).length;
          if (!shared) continue;
          const own = one.hidden.filter((place) => !other.hidden.includes(place));
          const most = Math.min(shared, one.mines, other.mines);
          const least = Math.max(0, one.mines - own.length, other.mines - (other.hidden.length - shared));
          bound(own, one.mines - most, one.mines - least);
        }
      });
    }
    return known;
  };

  // The numbers without the certain cells, the other cells grouped into classes by the numbers next to them, and the
  // cells without such a number.
  const parts = ({ cells }, all, known) => {
    const numbers = [];
    const seen = new Map();
    for (const { mines, hidden } of all) {
      const left = hidden.filter((place) => !known.has(place));
      if (!left.length) continue;
      left.forEach((place) => seen.set(place, [...(seen.get(place) || []), numbers.length]));
      numbers.push(mines - hidden.filter((place) => known.get(place)).length);
    }
    const classes = new Map();
    const rest = [];
    cells.forEach((cell, place) => {
      if (cell >= 0 || known.has(place)) return;
      if (!seen.has(place)) return rest.push(place);
      const key = seen.get(place).join();
      if (!classes.has(key)) classes.set(key, { numbers: seen.get(place), places: [] });
      classes.get(key).places.push(place);
    });
    return { numbers, classes: [...classes.values()], rest };
  };
  // The connected groups of classes. The next class is always the one that leaves the fewest numbers open.
  const islands = ({ numbers, classes }) => {
    const of = numbers.map(() => []);
    classes.forEach((one, at) => one.numbers.forEach((number) => of[number].push(at)));
    const done = new Set();
    const all = [];
    for (let first = 0; first < classes.length; first++) {
      if (done.has(first)) continue;
      const island = [];
      const left = of.map((list) => list.length);
      const open = new Set();
      let near = new Set([first]);
      while (near.size) {
        let best = null;
        for (const at of near) {
          const own = classes[at].numbers;
          const cost = own.filter((number) => !open.has(number)).length - own.filter((number) => left[number] === 1).length;
          if (!best || cost < best.cost || (cost === best.cost && at < best.at)) best = { at, cost };
        }
        island.push(classes[best.at]);
        done.add(best.at);
        near.delete(best.at);
        for (const number of classes[best.at].numbers) {
          open.add(number);
          left[number] -= 1;
          if (!left[number]) open.delete(number);
          for (const other of of[number]) if (!done.has(other)) near.add(other);
        }
      }
      all.push(island);
    }
    return all;
  };

  // The forward pass through an island, with one layer after each class. The key of a state has one digit per open
  // number, the mines that it still misses. `ways` counts the placements by their mines.
  const forward = (island, numbers, work) => {
    const room = new Map(); // hidden cells of a number that come later
    for (const { numbers: own, places } of island) for (const number of own) room.set(number, (room.get(number) || 0) + places.length);
    let open = [];
    const layers = [new Map([["", { ways: [1n], steps: [] }]])];
    for (const { numbers: own, places } of island) {
      own.forEach((number) => room.set(number, room.get(number) - places.length));
      const touched = [...open, ...own.filter((number) => !open.includes(number))];
      const rooms = touched.map((number) => room.get(number));
      const sees = touched.map((number) => own.includes(number));
      const next = new Map();
      for (const [key, state] of layers[layers.length - 1]) {
        const left = touched.map((number, at) => (at < key.length ? Number(key[at]) : numbers[number]));
        for (let mines = 0; mines <= places.length; mines++) {
          if ((work.left -= state.ways.length) < 0) return null;
          const still = left.map((missing, at) => (sees[at] ? missing - mines : missing));
          if (!still.every((missing, at) => missing >= 0 && missing <= rooms[at])) continue;
          const name = still.filter((_, at) => rooms[at] > 0).join("");
          if (!next.has(name)) next.set(name, { ways: [], steps: [] });
          const to = next.get(name);
          const times = choose(places.length, mines);
          while (to.ways.length < state.ways.length + mines) to.ways.push(0n);
          state.ways.forEach((ways, at) => (to.ways[at + mines] += times * ways));
          state.steps.push({ mines, times, to });
        }
      }
      open = touched.filter((_, at) => rooms[at] > 0);
      layers.push(next);
    }
    const end = layers[layers.length - 1].get("");
    return { layers, ways: end ? end.ways : [] };
  };
  // The backward pass, after the end of an island has been weighted by its mines: the mines of each class, over all
  // placements.
  const backward = (island, { layers }, weight) => {
    const end = layers[layers.length - 1].get("");
    end.after = end.ways.map((_, mines) => weight(mines));
    const sums = island.map(() => 0n);
    for (let at = island.length - 1; at >= 0; at--) {
      for (const state of layers[at].values()) {
        state.after = state.ways.map(() => 0n);
        for (const { mines, times, to } of state.steps) {
          state.ways.forEach((ways, before) => {
            const after = times * (to.after[before + mines] || 0n);
            state.after[before] += after;
            if (mines && ways) sums[at] += BigInt(mines) * ways * after;
          });
        }
      }
    }
    return sums;
  };
  const product = (a, b) => {
    const all = Array(Math.max(0, a.length + b.length - 1)).fill(0n);
    a.forEach((one, i) => one && b.forEach((other, j) => (all[i + j] += one * other)));
    return all;
  };

  // The risk of every hidden cell as two integers: the placements with a mine there, and all placements; the number of all
  // placements; and the cells that are safe only because of the number of all mines. If the count would need more than
  // `most` additions, `complete` is false and only certain cells have a risk. `left` is the number of additions left.
  return (board, most) => {
    const all = numbered(board);
    const known = certain(all);
    const { numbers, classes, rest } = parts(board, all, known);
    const [safe, mined] = [[0n, 1n], [1n, 1n]];
    const risks = board.cells.map((_, place) => (known.has(place) ? (known.get(place) ? mined : safe) : null));
    const work = { left: most };
    // Numbers that contradict each other have no placements.
    const impossible = { risks, complete: true, total: 0n, byTotal: [], left: most };
    if (all.some(({ mines, hidden }) => hidden.every((place) => known.has(place)) && mines !== hidden.filter((place) => known.get(place)).length)) return impossible;
    const found = islands({ numbers, classes });
    const counted = [];
    for (const island of found) {
      const one = forward(island, numbers, work);
      if (!one) return { risks, complete: false, total: null, byTotal: [], left: 0 };
      counted.push(one);
    }
    const mines = board.mines - [...known.values()].filter(Boolean).length;
    const outside = (inside) => choose(rest.length, mines - inside);
    const before = [[1n]];
    counted.forEach(({ ways }, at) => before.push(product(before[at], ways)));
    const after = [[1n]];
    [...counted].reverse().forEach(({ ways }, at) => after.push(product(after[at], ways)));
    after.reverse();
    const whole = before[counted.length];
    const total = whole.reduce((sum, ways, inside) => sum + ways * outside(inside), 0n);
    if (total === 0n) return impossible;
    const byTotal = [];
    found.forEach((island, at) => {
      const others = product(before[at], after[at + 1]);
      const weight = (own) => others.reduce((sum, ways, inside) => sum + ways * outside(own + inside), 0n);
      const sums = backward(island, counted[at], weight);
      // The mines of each class if the number of all mines were unknown.
      const any = sums.includes(0n) ? backward(island, counted[at], () => 1n) : [];
      sums.forEach((sum, place) => {
        const { places } = island[place];
        if (sum === 0n && any[place] !== 0n) byTotal.push(...places);
        const risk = [sum, total * BigInt(places.length)];
        places.forEach((cell) => (risks[cell] = risk));
      });
    });
    const lonely = [whole.reduce((sum, ways, inside) => sum + ways * choose(rest.length - 1, mines - inside - 1), 0n), total];
    rest.forEach((cell) => (risks[cell] = lonely));
    if (lonely[0] === 0n) byTotal.push(...rest);
    return { risks, complete: true, total, byTotal, left: work.left };
  };
};
