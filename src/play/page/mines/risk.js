// The exact risk of every hidden cell. Cells that the same numbers see are counted together; numbers that share cells are
// counted together, cell by cell, and kept apart are those that do not (Lindgren 2000 counts placements alike).
const Risk = (() => {
  const MOST = 150000; // steps of a count; beyond them nothing is said

  const factorials = [1n];
  const factorial = (n) => {
    while (factorials.length <= n) factorials.push(factorials[factorials.length - 1] * BigInt(factorials.length));
    return factorials[n];
  };
  const choose = (n, k) => (k < 0 || k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k)));

  // Numbers with hidden cells around them, and the hidden cells, those together that the same numbers see.
  const parts = ({ cells, around }) => {
    const numbers = [];
    const seen = new Map();
    cells.forEach((cell, place) => {
      if (cell < 0) return;
      const hidden = around[place].filter((other) => cells[other] < 0);
      if (!hidden.length) return;
      hidden.forEach((other) => seen.set(other, [...(seen.get(other) || []), numbers.length]));
      numbers.push({ mines: cell, left: 0 });
    });
    const classes = new Map();
    const rest = [];
    cells.forEach((cell, place) => {
      if (cell >= 0) return;
      if (!seen.has(place)) return rest.push(place);
      const key = seen.get(place).join();
      if (!classes.has(key)) classes.set(key, { numbers: seen.get(place), places: [] });
      classes.get(key).places.push(place);
    });
    return { numbers, classes: [...classes.values()], rest };
  };
  // Classes that hang together, each time the one next that leaves the fewest numbers open.
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

  // Forward through an island: after each class, what open numbers still miss, and placements by mines.
  const forward = (island, numbers, work) => {
    const room = new Map(); // hidden cells of a number that come later
    for (const { numbers: own, places } of island) for (const number of own) room.set(number, (room.get(number) || 0) + places.length);
    const begin = [...room.keys()].map((number) => [number, numbers[number].mines]);
    const layers = [new Map([["", { left: new Map(), ways: [1n], steps: [] }]])];
    const first = new Map(begin);
    for (const { numbers: own, places } of island) {
      own.forEach((number) => room.set(number, room.get(number) - places.length));
      const next = new Map();
      for (const state of layers[layers.length - 1].values()) {
        for (let mines = 0; mines <= places.length; mines++) {
          if ((work.steps += 1) > MOST) return null;
          const left = new Map(state.left);
          const fits = own.every((number) => {
            const still = (left.has(number) ? left.get(number) : first.get(number)) - mines;
            if (room.get(number) === 0) left.delete(number);
            else left.set(number, still);
            return still >= 0 && still <= room.get(number);
          });
          if (!fits) continue;
          const key = [...left].sort((a, b) => a[0] - b[0]).join(";");
          if (!next.has(key)) next.set(key, { left, ways: [], steps: [] });
          const to = next.get(key);
          const times = choose(places.length, mines);
          state.ways.forEach((ways, at) => (to.ways[at + mines] = (to.ways[at + mines] || 0n) + times * ways));
          for (let at = 0; at < to.ways.length; at++) to.ways[at] ??= 0n;
          state.steps.push({ mines, times, to });
        }
      }
      layers.push(next);
    }
    const end = layers[layers.length - 1].get("");
    return { layers, ways: end ? end.ways : [] };
  };
  // Backward, once the end of an island is weighed by its mines: the mines of each class, over all placements.
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

  // The risk of every cell, null where it is open; or null if there is too much to count.
  const of = (board) => {
    const { numbers, classes, rest } = parts(board);
    const all = islands({ numbers, classes });
    const work = { steps: 0 };
    const counted = all.map((island) => forward(island, numbers, work));
    if (counted.includes(null)) return null;
    const outside = (mines) => choose(rest.length, board.mines - mines);
    const before = [[1n]];
    counted.forEach(({ ways }, at) => before.push(product(before[at], ways)));
    const after = [[1n]];
    [...counted].reverse().forEach(({ ways }, at) => after.push(product(after[at], ways)));
    after.reverse();
    const whole = before[counted.length];
    const total = whole.reduce((sum, ways, mines) => sum + ways * outside(mines), 0n);
    const risks = board.cells.map(() => null);
    all.forEach((island, at) => {
      const others = product(before[at], after[at + 1]);
      const weight = (mines) => others.reduce((sum, ways, own) => sum + ways * outside(mines + own), 0n);
      backward(island, counted[at], weight).forEach((sum, place) => {
        const { places } = island[place];
        const risk = Exact.make(sum, total * BigInt(places.length));
        places.forEach((cell) => (risks[cell] = risk));
      });
    });
    const lonely = whole.reduce((sum, ways, mines) => sum + ways * choose(rest.length - 1, board.mines - mines - 1), 0n);
    rest.forEach((cell) => (risks[cell] = Exact.make(lonely, total)));
    return risks;
  };
  return { of };
})();
