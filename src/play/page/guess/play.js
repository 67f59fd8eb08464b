// The display and the controls of the guessing game.
const Play = (() => {
  const { data, get, make, section, report, toggle } = Frame;
  const words = Words.guess;
  const parts = {};
  let [first, worths, due] = [data.seed, false, 0];
  let [state, buttons] = [null, []];

  const sentence = () => {
    const { now } = state;
    const last = now.step;
    if (!last) return say(words.starts, data);
    const what = say(words[last.answer], { player: Chances.player(last.seat - 1), number: last.number });
    if (now.over) return `${what} ${now.winner === null ? say(words.nobody, state) : say(words.won, { player: Chances.named(now.winner) })}`;
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
      button.style.setProperty("--worth", `${Math.round(100 * size)}%`);
      const chance = possible ? game.chance(state, number) : null;
      button.replaceChildren(`${number}`, ...(chance ? [make("small", { text: Frame.percent(chance) })] : []));
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
    get("told").textContent = text;
    get("undo").disabled = !state.past.length;
    const human = !state.now.over && game.isHuman(state);
    Object.assign(document.body.dataset, { steps: state.past.length, over: state.now.over ? "1" : "", waits: human ? "1" : "" });
    report(`${text} ${Chances.spoken(state.now.values)}`);
    clearTimeout(due);
    if (human || state.now.over) return;
    due = setTimeout(() => {
      game.guess(state, game.bestOf(state));
      refresh();
    }, data.pause);
  };
  const announce = (text) => {
    get("told").textContent = text;
    report(text);
  };
  const guess = (number) => {
    focus(number - 1, false);
    if (!state.now.over && !game.isHuman(state)) return announce(words.refused.robot);
    const why = game.guess(state, number);
    if (why) return announce(say(words.refused[why], state.now));
    refresh();
  };
  const undo = () => {
    if (!state.past.length) return;
    do game.undo(state);
    while (state.past.length && !game.isHuman(state) && data.seats.includes("human"));
    refresh();
  };
  const hint = () => {
    if (state.now.over || !game.isHuman(state)) return;
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
  };
  // The numbers fill the available space, so that a whole class can read them.
  const fit = () => {
    const board = get("board");
    const high = Math.max(240, window.innerHeight - board.getBoundingClientRect().top - window.scrollY - 16);
    const side = Math.sqrt((board.clientWidth * high) / data.numbers) * 0.85 - 8;
    board.style.setProperty("--least", `${Math.floor(Math.max(58, Math.min(side, window.innerWidth <= 760 ? 58 : 130)))}px`);
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
    fit();
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
    Frame.begin(title.join(", "), [["new", again], ["undo", undo], ["hint", hint], ["worths", show, "false"]], words);
    get("keys-note").textContent = words.helpNote;
    for (const [part, name] of [["odds", Words.players.odds], ["luck", Words.luck], ["course", Words.course]]) parts[part] = section(part, name);
    Frame.logging(() => game.log(state), "guess.jsonl", "chancetree replay guess.jsonl");
    lay();
    again();
    document.body.dataset.ready = "1";
  };
  return { start, get state() { return state; } };
})();

Play.start();
