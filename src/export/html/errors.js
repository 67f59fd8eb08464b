// Shows errors on the page.
const fail = (message) => {
  const line = document.getElementById("error");
  line.textContent = `The page cannot go on: ${message}`;
  line.hidden = false;
};
window.addEventListener("error", (event) => fail(event.message));
