// Keeps games in the browser's storage. Without storage, for instance for local files in some browsers, there are
// none.
const SavedGames = (() => {
  const NAME = "chancetree.solitaire";
  const MOST = 1000; // games
  const card = (text) => typeof text === "string" && /^\d{1,3}[ab]$/.test(text);
  const isValid = ({ pairs, steps }) => Number.isInteger(pairs) && Array.isArray(steps) && steps.every(({ first, second }) => card(first) && card(second));
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(NAME) || "[]").filter(isValid);
    } catch {
      return [];
    }
  };
  const write = (games) => {
    try {
      if (games.length) localStorage.setItem(NAME, JSON.stringify(games.slice(-MOST)));
      else localStorage.removeItem(NAME);
    } catch {
      // Without storage, the games are kept until the page is closed.
    }
  };
  return { read, write };
})();
