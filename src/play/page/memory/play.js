// The control of the game: turns, buttons, keys and messages.
const Play = (() => {
  const { data, get, make, report, announce, calm } = Frame;
  const words = Words.memory;
  const setup = { seats: data.seats, people: data.people, objective: data.objective, passing: data.passing, memory: data.memory };
  const rules = { seats: data.seats.length, most: data.pairs, passing: data.passing, objective: data.objective, tables: data.tables };
  const oddsCache = data.policies.map((policy) => ({ policy, made: null }));
  const by = (place) => (oddsCache[place].made ??= odds(oddsCache[place].policy, rules));
  let [pairs, first, known] = [data.pairs, data.seed, false];
  let [state, fairly] = [null, null];
  const alone = Array.isArray(data.memory);
  const limited = typeof data.memory === "number" || alone;
  // The number of cards that are remembered: by all players together, or by each player.
  const cards = alone ? data.memory.map((cards) => cards ?? words.unlimited).join(", ") : data.memory;
  const title = () => [words.title, say(Words.aboutPairs, { pairs }), ...(limited ? [say(alone ? words.rememberEach : words.remember, { cards })] : [])].join(", ");
  const subject = (seat) => ({ player: Chances.player(seat), you: Chances.isYou(seat) });
  const sentence = () => {
    const { last, moment } = state.now;
    const what = last ? say(words[last.what], { ...subject(last.seat), picture: Words.pictures[state.deal[last.place] - 1] }) : opening();
    if (!game.isOver(state)) return last && game.isHuman(state) && !state.now.open && last.seat !== moment.mover ? `${what} ${say(Chances.isYou(moment.mover) ? words.yourTurn : words.yours, subject(moment.mover))}` : what;
    const values = { scores: moment.scores.join("\u00a0:\u00a0") };
    return winner() === null ? `${what} ${say(words.drawn, values)}` : say(words.won, { ...values, ...subject(winner()) });
  };
  const opening = () => {
    if (data.seats.length === 1) return words.starts;
    const values = { ...subject(state.starter), winner: fairly === null ? "" : Chances.inside(fairly) };
    return say(fairly === null ? words.begins : words.fairly, values);
  };
  // The winner of the game, or null without a winner or if it is not over.
  const winner = () => {
    if (!state || !game.isOver(state)) return null;
    const { scores } = state.now.moment;
    const best = Math.max(...scores);
    return scores.indexOf(best) === scores.lastIndexOf(best) ? scores.indexOf(best) : null;
  };
  // The starter: the chosen seat, or the fair one after the previous game.
  const starter = () => {
    const chosen = get("begins") ? get("begins").value : "fair";
    fairly = chosen === "fair" && data.seats.length > 1 ? winner() : null;
    if (fairly !== null) return game.fair(setup, by(data.odds), pairs, fairly);
    return chosen === "fair" ? 0 : Number(chosen);
  };
  // Writes the names of the players outside the table.
  const named = () => {
    get("keys-note").textContent = `${alone ? words.helpAlone : limited ? words.helpLimited : words.helpNote} ${words.manner} ${Table.assumes()}`;
    for (const option of get("begins")?.options ?? []) option.text = option.value === "fair" ? words.beginsFair : say(words.beginsSeat, subject(Number(option.value)));
  };
  const refresh = (quiet) => {
    named();
    Table.whole(state, known);
    Table.hints(null);
    get("message").textContent = sentence();
    get("undo").disabled = !state.past.length;
    Object.assign(document.body.dataset, { steps: state.past.length, over: game.isOver(state) ? "1" : "", waits: game.isHuman(state) ? "1" : "", won: winner() === null ? "" : winner() + 1 });
    get("message").style.setProperty("--seat", winner() === null ? "" : `var(--c${winner() + 1})`);
    if (!quiet) report(`${sentence()} ${Chances.spoken(state.now.values)}`);
    schedule();
  };
  const schedule = () => {
    Pace.stop();
    if (game.isOver(state)) return Frame.offer(Words.playAgain, again);
    if (game.isHuman(state)) return;
    Pace.next(() => {
      game.turn(state, game.robot(state));
      refresh();
      if (game.isOver(state)) celebrate();
    });
  };
  const celebrate = () => {
    const best = winner();
    if (best !== null && (data.seats[best] === "human" || !data.seats.includes("human"))) Frame.celebrate(Chances.party(best));
  };
  const playing = () => state.past.length > 0 && !game.isOver(state);
  const renew = () => Frame.leave(playing(), again);
  const refuse = (why) => announce(words.refused[why]);
  const turn = (place) => {
    Cards.focus(place, false);
    if (!game.isOver(state) && !game.isHuman(state)) return Pace.taps() ? Pace.go() : refuse("robot");
    const why = game.turn(state, place);
    if (why) return refuse(why);
    refresh();
    if (game.isOver(state)) celebrate();
  };
  // Goes back to the last state in which a person can turn a card.
  const undo = () => {
    if (!state.past.length) return;
    do game.undo(state);
    while (state.past.length && !game.isHuman(state) && data.seats.includes("human"));
    refresh();
  };
  const hint = () => {
    if (game.isOver(state)) return refuse("over");
    if (!game.isHuman(state)) return refuse("robot");
    const { moment, open } = state.now;
    const list = by(data.hints[moment.mover]).hints({ ...moment, seen: open && game.seen(state, open.place) }, open && open.first);
    Table.hints(list, moment.mover);
    const text = say(data.objective === "win" ? words.hintChance : words.hintPairs, { name: Table.hintWords(list[0]), worth: Frame.rounded(list[0].worth, 2) });
    Table.whole(state, known);
    Cards.mark(game.fitting(state, list[0]), words.best);
    announce(text);
    // On a phone, the panel is below the cards that are marked.
    if (window.innerWidth > 760) get("hints").parentElement.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  };
  const show = () => {
    known = !known;
    Cards.known(known, state.now.cards);
    Table.whole(state, known);
  };
  const again = () => {
    const opened = state === null;
    const seed = first === null ? Random.fresh() : BigInt(first);
    first = null;
    document.title = title();
    get("title").textContent = title();
    state = game.begin(setup, by(data.odds), seed, Random.shuffled(pairs, seed), starter());
    Cards.lay(2 * pairs, turn);
    refresh(opened);
    Cards.fit();
  };
  const start = () => {
    Frame.begin(title(), [["new", renew], ["undo", undo], ["hint", hint], ["known", show, "false"]], words, playing);
    Pace.begin();
    Cards.choice(data.pairs, playing, (many) => {
      pairs = many;
      again();
    });
    if (data.seats.length > 1) {
      const options = ["fair", ...data.seats.keys()].map((value) => make("option", { value }));
      const begins = make("select", { id: "begins", "aria-label": words.beginsName, title: words.beginsTitle }, ...options);
      begins.addEventListener("change", () => state.past.length || again());
      get("pairs").after(begins);
    }
    Table.build(() => refresh());
    Frame.logging(() => game.log(state, Chances.logged()), "memory.jsonl", "chancetree replay memory.jsonl");
    Cards.begin();
    // Long computations run in slices, so that the page stays visible.
    get("message").textContent = words.working;
    const steps = by(data.odds).warm(data.pairs);
    const work = () => {
      const until = performance.now() + 40;
      while (performance.now() < until) {
        if (steps.next().done) {
          again();
          document.body.dataset.ready = "1";
          return;
        }
      }
      setTimeout(work);
    };
    work();
  };
  return { start, by, get state() { return state; } };
})();

Play.start();
