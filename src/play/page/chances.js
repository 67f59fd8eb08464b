// The odds of the players: a strip, a table, luck and choice, and the course of the game.
const Chances = (() => {
  const { data, get, make, draw, percent, points, fraction } = Frame;
  const words = Words.players;
  const seats = data.seats.length;
  const humans = data.seats.filter((name) => name === "human").length;
  // The name of a robot with this play.
  const called = (play) => words.plays[play] ?? say(words.play, { name: play });
  // The name that was given to a player, if any.
  const given = (seat) => data.names?.[seat];
  const name = (seat) => given(seat) ?? (data.seats[seat] !== "human" ? called(data.seats[seat]) : humans === 1 ? words.you : words.person);
  const player = (seat) => given(seat) ?? say(words.player, { number: seat + 1 });
  const named = (seat) => given(seat) ?? say(words.named, { number: seat + 1, name: name(seat) });
  const colour = (seat) => `var(--c${seat + 1})`;
  const size = (value) => Number(Exact.decimal(value, 6).replace("−", "-"));
  // The odds come first among the values: one per player, and in games that have it the probability of a draw or of
  // no winner.
  const shares = (values) => values.slice(0, values.length > seats ? seats + 1 : seats);
  const drawn = Words[data.family].nobodyWins ?? words.draw;
  const label = (at) => (at === seats ? drawn : player(at));
  const spoken = (values) => shares(values).map((value, at) => `${label(at)}: ${percent(value)}`).join(", ");
  const both = (text, value) => make("td", {}, make("span", { text }), fraction(value));
  const swatch = (seat) => make("span", { class: seat === seats ? "swatch draw" : "swatch", style: `--seat:${colour(seat)}`, "aria-hidden": "true", text: seat === seats ? "=" : seat + 1 });

  let bar = null;
  const strip = (values) => {
    const all = shares(values);
    if (!bar) {
      bar = make("div", { class: "strip", role: "img" }, ...all.map((_, at) => make("span", { class: at === seats ? "draw" : "seat", style: `--seat:${colour(at)}` })));
      get("strip").append(bar);
    }
    all.forEach((value, at) => {
      const part = bar.children[at];
      part.style.flexGrow = size(value);
      part.textContent = size(value) > 0.12 ? (at === seats ? drawn : `${at + 1}`) : "";
    });
    bar.setAttribute("aria-label", spoken(values));
  };
  // `before` and `after` are columns beside the odds: a heading, and one cell per player.
  const table = (values, mover, before, after) => {
    const rows = shares(values).map((value, at) => {
      const moves = at === mover;
      const head = make("th", { scope: "row" }, swatch(at), make("span", { text: at === seats ? drawn : name(at) }), ...(moves ? [make("span", { class: "moves", text: words.turnOf })] : []));
      const cells = (columns) => columns.map(([, cell]) => (at === seats ? make("td") : cell(at)));
      return make("tr", moves ? { class: "mover" } : {}, head, ...cells(before), both(percent(value), value), ...cells(after));
    });
    const heads = [...before, [words.wins], ...after].map(([text]) => make("th", { scope: "col", text }));
    return make("table", { id: "chances" }, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows));
  };
  const needle = (value, seat) => {
    const to = Math.max(-1, Math.min(1, size(value)));
    const width = Math.abs(to) * 50;
    const shape = make("span", { class: "needle", "aria-hidden": "true" }, make("span", { style: `--seat:${colour(seat)};left:${to < 0 ? 50 - width : 50}%;width:${width}%` }));
    return make("td", {}, make("span", { text: points(value) }), shape);
  };
  // Fractions can be long, so they have a row of their own below the numbers.
  const exactly = (parts, seat) => make("tr", { class: "exact-row" }, make("td", { colspan: 4 }, ...parts.map(([text, all]) => make("span", {}, make("small", { text }), fraction(all[seat])))));
  const luck = (meter) => {
    const parts = [[Words.lastCard[data.family], meter.last], [Words.byLuck, meter.luck], [Words.byChoice, meter.choice]];
    const head = make("thead", {}, make("tr", {}, make("td"), ...parts.map(([text]) => make("th", { scope: "col", text }))));
    const rows = data.seats.flatMap((_, seat) => [make("tr", {}, make("th", { scope: "row" }, swatch(seat), make("span", { text: name(seat) })), ...parts.map(([, all]) => needle(all[seat], seat))), exactly(parts, seat)]);
    return [make("table", { id: "meter" }, head, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: Words.luckNote })];
  };
  // A stacked chart of the odds after every step, the first player at the bottom.
  const course = (history) => {
    const [wide, high] = [340, 96];
    const all = history.map((values) => shares(values).map(size));
    const x = (at) => (history.length > 1 ? (wide * at) / (history.length - 1) : wide);
    const below = all.map(() => 0);
    const areas = all[0].map((_, seat) => {
      const bottom = below.map((from, at) => [x(at), high * (1 - from)]);
      all.forEach((step, at) => (below[at] += step[seat]));
      const top = below.map((to, at) => [x(at), high * (1 - to)]);
      if (history.length === 1) [bottom, top].forEach((line) => line.unshift([0, line[0][1]]));
      const line = [...bottom, ...top.reverse()].map((point) => point.map((number) => number.toFixed(1)).join(" ")).join("L");
      return draw("path", { d: `M${line}z`, class: seat === seats ? "draw" : "seat", style: `--seat:${colour(seat)}` });
    });
    return [draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": Words.courseNote, preserveAspectRatio: "none" }, ...areas), make("p", { class: "quiet", text: Words.courseNote })];
  };
  // Fills all parts of the panel.
  const show = ({ values, meter, history }, mover, parts, before = [], after = []) => {
    strip(values);
    parts.odds.replaceChildren(table(values, mover, before, after));
    parts.luck.replaceChildren(...luck(meter));
    parts.course.replaceChildren(...course(history));
  };
  return { show, spoken, player, named, called, both };
})();
