// The search: finds situations and steps through them; `act` selects a situation by a path.
const Search = (() => {
  const { count } = Data;
  let hits = [];
  let hit = -1;
  let act = () => {};

  const MOST_FOUND = 100;
  // Splits a text into words, with a space around each. A score, a player and a code with its number are one word
  // each: 1:0, player1, e=6.
  const spaced = (text) => ` ${text.toLowerCase().replace(/ *([:=]) */g, "$1").replace(/player +(?=\d)/g, "player").replace(/ *\n */g, " \n ").replace(/  +/g, " ").trim()} `;
  const kept = [];
  const lines = (at) => (kept[at] ??= `\n${spaced([Data.state(at), ...Data.label(at), Data.cue(at)].join("\n"))}\n`);
  // Returns the position of a word or a part of a word, or -1. Numbers match as a whole: none of 29, 2/3 and 2:0
  // contains the number 2.
  const digit = (letter) => letter >= "0" && letter <= "9";
  const goesOn = (text, at, step) => digit(text[at]) && (digit(text[at + step]) || (":/.".includes(text[at + step]) && digit(text[at + 2 * step])));
  const locate = (text, word, from) => {
    let at = text.indexOf(word, from);
    while (at >= 0 && (goesOn(text, at, -1) || goesOn(text, at + word.length - 1, 1))) at = text.indexOf(word, at + 1);
    return at;
  };
  const isCode = (word) => /^[a-z]+=\d+$/.test(word);
  // Rates how well a situation matches some words, which must occur in this order, except for codes: 0 if one of its
  // lines consists of the words, 1 if they are consecutive, 2 if other words are between or before them, and -1 if
  // they do not occur.
  const match = (at, words) => {
    const text = lines(at);
    let from = 0;
    for (const word of words) {
      const code = isCode(word);
      const place = locate(text, word, code ? 0 : from);
      if (place < 0) return -1;
      if (!code) from = text.indexOf(" ", place + word.length);
    }
    const phrase = ` ${words.join(" ")} `;
    return text.includes(`\n${phrase}\n`) ? 0 : text.includes(phrase) ? 1 : 2;
  };
  // Finds situations by words, the best matches first. A number alone also matches the number of a situation.
  const find = (text) => {
    const words = spaced(text).split(" ").filter(Boolean);
    const ranked = [[], [], []];
    for (let at = 0; words.length && at < count; at++) {
      const rank = words.length === 1 && words[0] === String(at) ? 0 : match(at, words);
      if (rank >= 0) ranked[rank].push(at);
    }
    return ranked.flat();
  };
  const search = () => {
    const text = Panel.get("search").value;
    hits = find(text);
    hit = -1;
    Drawing.mark.found = new Set(hits);
    Panel.get("matches").textContent = text.trim() ? `${hits.length.toLocaleString("en")} found${hits.length > MOST_FOUND ? `, the first ${MOST_FOUND} listed` : ""}` : "";
    const listed = hits.slice(0, MOST_FOUND);
    const names = listed.map((at) => `${Panel.title(at)}${Data.cue(at) && Data.cue(at) !== Panel.title(at) ? ` (${Data.cue(at)})` : ""}`);
    // Situations with the same name are told apart by their numbers.
    const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    const name = (at, place) => (twice.has(names[place]) ? `${names[place]}, state ${at}` : names[place]);
    Panel.get("found").replaceChildren(...listed.map((at, place) => Panel.make("li", "", Panel.button(name(at, place), () => act(Paths.pathTo(at))))));
    Drawing.draw();
  };
  const next = (step) => {
    if (!hits.length) return;
    hit = (hit + step + hits.length) % hits.length;
    act(Paths.pathTo(hits[hit]));
  };
  // Clears the search. Returns whether there was any text.
  const leave = () => {
    const any = Panel.get("search").value !== "";
    Panel.get("search").value = "";
    if (any) search();
    return any;
  };
  const listen = (go) => {
    act = go;
    Panel.get("search").addEventListener("input", search);
  };
  return { listen, next, leave };
})();
