// Keeps games in the browser's storage. Without storage, for instance for local files in some browsers, the games of
// this page are kept until it is closed.
const SavedGames = (() => {
  const NAME = "chancetree.solitaire";
  const MOST = 1000; // games
  const own = new Map(); // the games of this page by id
  const card = (text) => typeof text === "string" && /^\d{1,3}[ab]$/.test(text);
  const isValid = ({ pairs, steps }) => Number.isInteger(pairs) && Array.isArray(steps) && steps.every(({ first, second }) => card(first) && card(second));
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(NAME) || "[]").filter(isValid);
    } catch {
      return [];
    }
  };
  // The storage is read every time: another page may have added games, and a browser may store games with a delay.
  const all = () => [...stored().filter(({ id }) => !own.has(id)), ...own.values()].filter(({ steps }) => steps.length);
  const write = (games) => {
    try {
      if (games.length) localStorage.setItem(NAME, JSON.stringify(games.slice(-MOST)));
      else localStorage.removeItem(NAME);
    } catch {
      // The games of this page are in `own`.
    }
  };
  // Adds a game, or replaces the game with its id. A game without a turn is not kept.
  const keep = (game) => {
    if (!game.steps.length && !own.has(game.id)) return;
    own.set(game.id, game);
    write(all());
  };
  const forget = () => {
    own.clear();
    write([]);
  };
  return { all, keep, forget };
})();
