// The parts that every page has: data, elements, colours, fractions, buttons and keys.
const Frame = (() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const get = (id) => document.getElementById(id);
  const root = document.documentElement;
  data.colours.forEach((colour, at) => root.style.setProperty(`--c${at + 1}`, colour));

  const make = (name, options = {}, ...inside) => {
    const { text, ...rest } = options;
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(rest)) if (value !== null && value !== undefined) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    element.append(...inside);
    return element;
  };
  // Creates an SVG element. The namespace is joined from parts, so that the page contains no web address.
  const draw = (name, attributes = {}, ...inside) => {
    const element = document.createElementNS(["http", "//www.w3.org/2000/svg"].join(":"), name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const section = (id, heading) => {
    const body = make("div", { id });
    get("panel").append(make("section", { "aria-labelledby": `${id}-name` }, make("h2", { id: `${id}-name`, text: heading }), body));
    return body;
  };

  // Replaces the text that screen readers read out.
  const report = (text) => {
    get("live").textContent = text;
  };
  // Shows a message and reports it. The result of a finished game stays.
  const announce = (text) => {
    if (document.body.dataset.over !== "1") get("message").textContent = text;
    report(text);
  };
  // A value that is not certain is never rounded to 0 % or 100 %.
  const percent = (value, digits = 1) => {
    const step = Exact.make(1n, 10n ** BigInt(digits + 2));
    const certain = value.above === 0n || value.above === value.below;
    const less = (a, b) => Exact.minus(a, b).above < 0n;
    const decimal = (share) => Exact.decimal(Exact.times(share, Exact.make(100n, 1n)), digits);
    if (!certain && less(value, Exact.times(step, Exact.make(1n, 2n)))) return `< ${decimal(step)}\u00a0%`;
    if (!certain && less(Exact.minus(Exact.one, value), step)) return `> ${decimal(Exact.minus(Exact.one, step))}\u00a0%`;
    return `${decimal(value)}\u00a0%`;
  };
  // Rounds without an exponent: a value that is almost zero becomes 0.0, without a sign.
  const rounded = (value, digits) => {
    const text = Exact.decimal(value, digits);
    return text.includes("e") ? (0).toFixed(digits) : text;
  };
  // Adds a plus to a positive number. A zero has no sign, although the number may be rounded.
  const signed = (text) => (/^[^−]*[1-9]/.test(text) ? `+${text}` : text);
  const points = (value) => signed(rounded(Exact.times(value, Exact.make(100n, 1n)), 1));
  // A fraction as a number, for rounding.
  const double = (value) => Number(Exact.decimal(value, 15).replace("−", "-"));
  // The text of a whole number of tenths of a percent.
  const tenths = (number) => `${number < 0 ? "−" : ""}${(Math.abs(number) / 10).toFixed(1)}`;
  // A fraction that is shown on demand, broken after the slash where it is long. A click copies it.
  const fraction = (value) => {
    const text = Exact.text(value);
    const [above, below] = text.replace("-", "−").split("/");
    const parts = below ? [`${above}/`, make("wbr"), below] : [above];
    const button = make("button", { class: "fraction", title: text, type: "button" }, ...parts);
    button.addEventListener("click", () => {
      Files.copy(text);
      report(Words.fractionCopied);
    });
    return make("span", { class: "exactly" }, button);
  };
  // A row with the fractions of the row above it, each with its name. They can be long, so they take the whole width of the table.
  const exactRow = (columns, values) => make("tr", { class: "exact-row" }, make("td", { colspan: columns }, ...values.map(([text, value]) => make("span", {}, make("small", { text }), fraction(value)))));
  // The rows of a number: its name and text, more cells, and its fraction if it has one.
  const numberRows = (label, text, value, ...more) => [make("tr", {}, make("th", { scope: "row", text: label }), make("td", { text }), ...more), ...(value ? [exactRow(2 + more.length, [["", value]])] : [])];

  // The title of a button, which can depend on the game.
  const titleOf = (id) => Words[`${id}Title`][data.family] ?? Words[`${id}Title`];
  const tool = (id, act, pressed) => {
    const button = make("button", { id, type: "button", title: titleOf(id), text: Words[id], "aria-pressed": pressed, "aria-label": /\w/.test(Words[id]) ? null : titleOf(id) });
    button.addEventListener("click", act);
    get("tools").append(button);
    return button;
  };
  const toggle = (id, on) => get(id).setAttribute("aria-pressed", String(on));
  const fractions = () => {
    const on = document.body.classList.toggle("exact");
    toggle("fractions", on);
    report(on ? Words.exactOn : Words.exactOff);
  };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = (name) => {
    root.dataset.theme = name;
    get("theme").textContent = name === "dark" ? Words.light : Words.dark;
  };
  const other = () => theme(root.dataset.theme === "dark" ? "light" : "dark");
  const help = () => get("keys").showModal();
  // Shows a button for one step beside the headline, or hides it.
  const offer = (text = "", act = null) => {
    Object.assign(get("go"), { textContent: text, hidden: !text, onclick: act });
  };
  // Calls `act`. If this discards a game in progress, asks for confirmation first; `stay` is called if it is denied.
  const leave = (playing, act, stay = () => {}, question = Words.leave) => {
    if (!playing) return act();
    const ask = get("ask");
    ["ask-what", "ask-no", "ask-yes"].forEach((id, at) => (get(id).textContent = question[at]));
    ask.onclose = () => (ask.returnValue ? act() : stay());
    ask.returnValue = "";
    return ask.showModal();
  };
  // Shows confetti in these colours.
  const celebrate = (colours) => {
    if (calm()) return;
    const part = (at) => make("i", { style: `left:${Math.random() * 100}%;background:${colours[at % colours.length]};animation-delay:${Math.random() * 0.8}s;--turn:${Math.random() * 720}deg` });
    const party = make("div", { class: "party", "aria-hidden": "true" }, ...Array.from({ length: 80 }, (_, at) => part(at)));
    document.body.append(party);
    setTimeout(() => party.remove(), 4000);
  };
  const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The buttons of a page and their keys: first the page's `own`, then those that every page has. The browser asks
  // before it closes the page while `playing()` is true.
  const begin = (title, own, words, playing) => {
    window.addEventListener("beforeunload", (event) => {
      if (playing()) event.preventDefault();
    });
    document.title = title;
    get("title").textContent = title;
    get("tools").setAttribute("aria-label", Words.tools);
    for (const [id, act, pressed] of own) tool(id, act, pressed);
    tool("fractions", fractions, "false");
    tool("theme", other);
    tool("help", help);
    get("keys-name").textContent = Words.keys;
    get("keys-close").textContent = Words.close;
    for (const [key, meaning] of words.help) get("keys-list").append(make("dt", {}, make("kbd", { text: key })), make("dd", { text: meaning }));
    dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
    theme(dark.matches ? "dark" : "light");
    // The board is fitted again if the headline takes more lines or fewer.
    new ResizeObserver(() => window.dispatchEvent(new Event("resize"))).observe(get("message").parentElement);
    const keys = { f: fractions, p: () => Picture.save(), d: other, "?": help };
    for (const [id, act] of own) keys[/\((.)\)$/.exec(titleOf(id))[1].toLowerCase()] = act;
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
      const act = keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    });
  };
  // The buttons for the picture and the log of a game.
  const logging = (log, name, command) => {
    const body = section("log", Words.log);
    const picture = make("button", { type: "button", id: "save-picture", title: Words.savePictureTitle, text: Words.savePicture });
    picture.addEventListener("click", () => Picture.save());
    const copy = make("button", { type: "button", id: "copy-log", text: Words.copyLog });
    copy.addEventListener("click", () => {
      Files.copy(log());
      report(Words.copied);
    });
    const save = make("button", { type: "button", id: "save-log", text: Words.saveLog });
    save.addEventListener("click", () => Files.save(name, "application/jsonl", log()));
    body.append(make("div", { class: "bar" }, picture, copy, save), make("p", { class: "quiet", text: say(Words.logNote, { command }) }));
  };
  // The keys that move the focus on a board with this number of columns.
  const walk = (columns, count, place, key) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
    const to = place + (steps[key] ?? 0);
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    return to >= 0 && to < count ? to : place;
  };
  return { data, get, make, draw, section, report, announce, percent, rounded, signed, points, double, tenths, fraction, exactRow, numberRows, toggle, calm, offer, leave, celebrate, begin, logging, walk };
})();
