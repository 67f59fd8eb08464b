// The display and the controls of the guessing game.
const Play = (() => {
  const { data, get, make, section, report, announce, toggle } = Frame;
  const words = Words.guess;
  const parts = {};
  let [first, worths] = [data.seed, false];
  let [state, buttons] = [null, []];

  const sentence = () => {
    const { now } = state;
    const last = now.step;
    if (!last) return say(words.starts, data);
    const subject = { player: Chances.player(last.seat - 1), you: Chances.isYou(last.seat - 1) };
    const what = say(words[last.answer], { ...subject, number: last.number });
    if (now.over) return `${what} ${say(now.winner === null ? words.noWinner : words.won, { ...state, ...subject })}`;
    const left = now.left === null ? "" : ` ${say(words.left, now)}`;
    return `${what} ${say(now.low === now.high ? words.only : words.between, now)}${left}`;
  };
  const numbers = (hinted = []) => {
    const { now } = state;
    const { over } = now;
    const guesses = new Set(game.steps(state).map((step) => step.number));
    buttons.forEach((button, at) => {
      const number = at + 1;
      const possible = !over && number >= now.low && number <= now.high;
      const worth = possible && worths ? game.guessed(state, number)[now.mover] : null;
      const size = worth ? Number(Exact.decimal(worth, 4)) : 0;
      const tried = guesses.has(number);
      button.className = `number${possible ? "" : " out"}${tried ? " tried" : ""}${over && number === state.secret ? " hit" : ""}${hinted.includes(number) ? " best" : ""}`;
      const chance = possible ? game.chance(state, number) : null;
      const scale = worth ? [make("span", { class: "worth", style: `height:${Math.round(100 * size)}%` })] : [];
      const value = worth ? [make("small", { text: Frame.percent(worth) })] : [];
      button.replaceChildren(...scale, make("span", { text: number }), ...(chance ? [make("small", { text: say(words.likely, { chance: Frame.percent(chance) }) })] : []), ...value);
      const likely = chance ? `, ${say(words.likely, { chance: Frame.percent(chance) })}` : "";
      const what = `${likely}${worth ? `, ${say(words.worth, { chance: Frame.percent(worth) })}` : possible ? "" : `, ${words.out}`}`;
      button.setAttribute("aria-label", `${number}${what}${hinted.includes(number) ? `, ${words.best}` : ""}`);
      button.title = worth ? `${Frame.percent(worth)} = ${Exact.text(worth)}` : "";
    });
  };
  const refresh = () => {
    numbers();
    Chances.show({ ...state.now, history: game.history(state) }, state.now.over ? -1 : state.now.mover, parts);
    const text = sentence();
    get("message").textContent = text;
    get("undo").disabled = !state.past.length;
    const human = !state.now.over && game.isHuman(state);
    Object.assign(document.body.dataset, { steps: state.past.length, over: state.now.over ? "1" : "", waits: human ? "1" : "", won: state.now.winner === null ? "" : state.now.winner + 1 });
    report(`${text} ${Chances.spoken(state.now.values)}`);
    get("message").style.setProperty("--seat", state.now.winner === null ? "" : `var(--c${state.now.winner + 1})`);
    Pace.stop();
    if (state.now.over) return Frame.offer(Words.playAgain, again);
    if (human) return;
    Pace.next(() => {
      game.guess(state, game.bestOf(state));
      refresh();
      celebrate();
    });
  };
  const celebrate = () => {
    const { winner } = state.now;
    if (winner !== null && (data.seats[winner] === "human" || !data.seats.includes("human"))) Frame.celebrate(Chances.party(winner));
  };
  const playing = () => state.past.length > 0 && !state.now.over;
  const renew = () => Frame.leave(playing(), again);
  const guess = (number) => {
    focus(number - 1, false);
    if (!state.now.over && !game.isHuman(state)) return Pace.taps() ? Pace.go() : announce(words.refused.robot);
    const why = game.guess(state, number);
    if (why) return announce(say(words.refused[why], state.now));
    refresh();
    celebrate();
  };
  const undo = () => {
    if (!state.past.length) return;
    do game.undo(state);
    while (state.past.length && !game.isHuman(state) && data.seats.includes("human"));
    refresh();
  };
  const hint = () => {
    if (state.now.over || !game.isHuman(state)) return announce(words.refused[state.now.over ? "over" : "robot"]);
    const { now } = state;
    const worth = (number) => game.guessed(state, number)[now.mover];
    const chance = worth(game.bestOf(state));
    const best = buttons.map((_, at) => at + 1).filter((number) => number >= now.low && number <= now.high && Exact.minus(worth(number), chance).above === 0n);
    numbers(best);
    const all = best.length > 1 && best.length === now.high - now.low + 1;
    announce(say(all ? words.all : best.length > 1 ? words.level : words.hinted, { number: best[0], more: best.length - 1, chance: Frame.percent(chance) }));
  };
  const show = () => {
    worths = !worths;
    toggle("worths", worths);
    numbers();
  };
  const focus = (at, move = true) => {
    buttons.forEach((button, other) => button.setAttribute("tabindex", other === at ? "0" : "-1"));
    if (move) buttons[at].focus();
  };
  const again = () => {
    const seed = first === null ? Random.fresh() : BigInt(first);
    first = null;
    state = game.begin(seed);
    refresh();
    fit();
  };
  // The numbers fill the available space, so that a whole class can read them. Full rows are preferred.
  const [GAP, LEAST] = [8, 56];
  const fit = () => {
    const board = get("board");
    const count = data.numbers;
    const high = Math.max(240, window.innerHeight - board.getBoundingClientRect().top - window.scrollY - 16);
    const narrow = window.innerWidth <= 760;
    const most = Math.max(1, Math.floor((board.clientWidth + GAP) / (LEAST + GAP)));
    const layouts = Array.from({ length: Math.min(most, count) }, (_, at) => {
      const [columns, rows] = [at + 1, Math.ceil(count / (at + 1))];
      const [wide, tall] = [(board.clientWidth + GAP) / columns - GAP, (high + GAP) / rows - GAP];
      return { columns, wide, tall: Math.max(LEAST, Math.min(tall, wide, narrow ? LEAST : tall)), worth: Math.min(wide, narrow ? 64 : tall * 1.5) * (count % columns ? 0.8 : 1) };
    });
    const { columns, wide, tall } = layouts.reduce((best, one) => (one.worth >= best.worth ? one : best));
    board.style.setProperty("--columns", columns);
    board.style.setProperty("--rows", Math.ceil(count / columns));
    board.style.setProperty("--least", `${Math.floor(tall)}px`);
    board.style.setProperty("--wide", `${Math.floor(Math.min(wide, tall * 1.8))}px`);
  };
  const lay = () => {
    const board = get("board");
    board.className = "numbers";
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", words.numbers);
    buttons = Array.from({ length: data.numbers }, (_, at) => {
      const button = make("button", { type: "button", tabindex: at ? "-1" : "0", text: at + 1 });
      button.addEventListener("click", () => guess(at + 1));
      return button;
    });
    board.replaceChildren(...buttons);
    window.addEventListener("resize", fit);
    board.addEventListener("keydown", (event) => {
      const at = buttons.indexOf(event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || !/^(Arrow|Home|End)/.test(event.key)) return;
      event.preventDefault();
      const row = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
      focus(Frame.walk(row, buttons.length, at, event.key));
    });
  };
  const start = () => {
    const title = [say(words.title, data), ...(data.weights ? [words.weighted] : []), ...(data.guesses ? [say(words.limited, data)] : [])];
    Frame.begin(title.join(", "), [["new", renew], ["undo", undo], ["hint", hint], ["worths", show, "false"]], words, playing);
    get("keys-note").textContent = words.helpNote;
    for (const [part, name] of [["odds", Words.players.odds], ["luck", Words.luck], ["course", Words.course]]) parts[part] = section(part, name);
    parts.assumes = () => words.assumes;
    parts.renamed = () => refresh();
    Pace.begin();
    Frame.logging(() => game.log(state, Chances.logged()), "guess.jsonl", "chancetree replay guess.jsonl");
    lay();
    again();
    document.body.dataset.ready = "1";
  };
  return { start, get state() { return state; } };
})();

Play.start();
