(() => {
  const numbers = new Intl.NumberFormat("en");

  // The table of repositories
  const field = document.getElementById("filter"), status = document.getElementById("status");
  const rows = [...document.querySelectorAll("#repositories tr")];
  const haystacks = rows.map((row) => row.textContent.toLowerCase());

  function narrow() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, number) => {
      row.hidden = !words.every((word) => haystacks[number].includes(word));
      if (!row.hidden) shown += 1;
    });
    status.textContent = frame.say("portfolio.shown", { shown: numbers.format(shown), total: numbers.format(rows.length) });
  }
  field.addEventListener("input", narrow);

  function sort(button) {
    const head = button.closest("th"), body = head.closest("table").tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const column = head.cellIndex, sign = down ? -1 : 1;
    const keyed = [...body.rows].map((row) => {
      const cell = row.cells[column], value = cell.dataset.value;
      return [value === undefined ? cell.textContent.trim().toLowerCase() : value === "" ? Infinity : Number(value), row];
    });
    keyed.sort(([a], [b]) => (a === b ? 0 : a === Infinity ? 1 : b === Infinity ? -1 : a < b ? -sign : sign));
    body.append(...keyed.map(([, row]) => row));
  }

  // Pages that lie in this one
  async function open(name) {
    const packed = [...document.querySelectorAll("[data-page-of]")].find((element) => element.dataset.pageOf === name);
    const bytes = Uint8Array.from(atob(packed.textContent), (character) => character.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
    window.open(URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" })));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("sort" in button.dataset) sort(button);
    if ("open" in button.dataset) open(button.dataset.open);
  });

  frame.begin(narrow);
  frame.finish();
})();
