(async () => {
  const { texts, say, isChinese } = frame;

  // Data
  async function unpack(packed) {
    try {
      const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
      return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text());
    } catch {
      document.getElementById("old-browser").hidden = false;
      return { strings: [""], judgements: [], places: [], pages: {}, articles: {}, id: [], line: [] };
    }
  }

  const data = await unpack(document.getElementById("data").textContent);
  const PAGE = 100;
  const [KIND, VERDICT, CODE, CERTAINTY, GRADE, NAME, TARGET, REASON, RECIPE, IMPORTS, DIFFERENCES, ALTERNATIVES, DETAIL, REASON_ZH, DIFFERENCES_ZH, DETAIL_ZH] = Array(16).keys();
  const total = data.line.length;
  const numbers = new Intl.NumberFormat("en");

  // A hazard keeps other things in these columns
  const [CAUSE, CALL_PATH, TITLE_ZH, SAID_ZH, MENDING_ZH] = [DIFFERENCES, ALTERNATIVES, DETAIL, RECIPE, IMPORTS];

  // Texts
  const string = (number) => data.strings[number];
  const judged = (row) => data.judgements[data.judged[row]];
  const place = (row) => data.places[data.place[row]];
  const isHazard = (judgement) => judgement[KIND] === "hazard";
  const verdictText = (judgement) => say((isHazard(judgement) ? "severity." : "verdict.") + judgement[VERDICT]);
  const nameText = (judgement) => string(isHazard(judgement) && isChinese() ? judgement[TITLE_ZH] : judgement[NAME]);

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== false && value != null) made.setAttribute(name, value === true ? "" : value);
    made.append(...children.filter((child) => child != null));
    return made;
  }

  function breakable(name) {
    return name.split(/(?<=[./])/).flatMap((part) => [part, element("wbr")]);
  }

  function retell() {
    form.query.placeholder = say("search.hint");
    haystacks.clear();
    fillSelects();
    update();
  }

  // Filters
  const form = document.querySelector(".filters");
  const exact = { api: "", file: "" };
  const columns = {
    verdict: (judgement) => judgement[VERDICT],
    code: (judgement) => judgement[CODE],
    kind: (judgement) => judgement[KIND],
    certainty: (judgement) => judgement[CERTAINTY],
    context: (_, where) => where[2],
  };

  function fillSelects() {
    const name = {
      verdict: (value) => say((texts["verdict." + value] ? "verdict." : "severity.") + value),
      code: (value) => value,
      kind: (value) => say("kind." + value),
      certainty: (value) => say("certainty." + value),
      context: (value) => say("context." + value),
    };
    for (const [key, read] of Object.entries(columns)) {
      const select = form[key], chosen = select.value;
      const from = key === "context" ? data.places.map((where) => where[2]) : data.judgements.map((judgement) => read(judgement));
      const values = [...new Set(from)].filter(Boolean);
      if (key === "code") values.sort();
      select.replaceChildren(new Option(say("all"), ""), ...values.map((value) => new Option(name[key](value), value)));
      select.value = chosen;
    }
  }

  const haystacks = new Map();
  function haystack(row) {
    let found = haystacks.get(row);
    if (found === undefined) {
      const judgement = judged(row), where = place(row);
      found = [string(where[0]) + ":" + data.line[row], string(where[1]), judgement[CODE], nameText(judgement), string(judgement[TARGET]),
        string(judgement[isChinese() ? (isHazard(judgement) ? SAID_ZH : REASON_ZH) : REASON]), string(data.instead[row]), string(data.text[row]), verdictText(judgement)].join("\n").toLowerCase();
      haystacks.set(row, found);
    }
    return found;
  }

  function accepted(table, tests) {
    return table.map((item) => tests.every((test) => test(item)));
  }

  function matching() {
    const chosen = Object.keys(columns).filter((key) => form[key].value);
    const byJudgement = chosen.filter((key) => key !== "context").map((key) => (judgement) => columns[key](judgement) === form[key].value);
    const byPlace = form.context.value ? [(where) => where[2] === form.context.value] : [];
    if (exact.api) byJudgement.push((judgement) => !isHazard(judgement) && string(judgement[NAME]) === exact.api);
    if (exact.file) byPlace.push((where) => string(where[0]) === exact.file || string(where[0]).startsWith(exact.file + "#cell"));
    const goodJudgement = accepted(data.judgements, byJudgement), goodPlace = accepted(data.places, byPlace);
    const words = form.query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [];
    for (let row = 0; row < total; row++) {
      if (!goodJudgement[data.judged[row]] || !goodPlace[data.place[row]]) continue;
      if (words.length) {
        const text = haystack(row);
        if (!words.every((word) => text.includes(word))) continue;
      }
      rows.push(row);
    }
    return rows;
  }

  // Order
  const ranks = { verdict: ["custom-op", "error", "unknown", "warning", "composable", "equivalent", "note", "supported", "out-of-scope"], context: ["network", "training", "data", "host", "unknown"] };
  let sort = { by: "place", down: false };

  function ordered(rows) {
    if (sort.by === "place") return sort.down ? rows.reverse() : rows;
    const key = {
      name: (row) => nameText(judged(row)),
      mindspore: (row) => string(isHazard(judged(row)) ? judged(row)[CODE] : judged(row)[TARGET]),
      verdict: (row) => ranks.verdict.indexOf(judged(row)[VERDICT]),
      context: (row) => ranks.context.indexOf(place(row)[2]),
    }[sort.by];
    const keys = rows.map(key), order = [...rows.keys()];
    const sign = sort.down ? -1 : 1;
    order.sort((a, b) => (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
    return order.map((index) => rows[index]);
  }

  // Rows
  let shown = [], page = 0;
  const body = document.getElementById("rows");

  function update(keepPage = false) {
    shown = ordered(matching());
    if (!keepPage) page = 0;
    draw();
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    const visible = shown.slice(page * PAGE, (page + 1) * PAGE);
    body.replaceChildren(...(visible.length ? visible.map(line) : [element("tr", {}, element("td", { colspan: 5 }, say("no.match")))]));
    document.getElementById("status").textContent = say("showing", { shown: numbers.format(shown.length), total: numbers.format(total) });
    document.getElementById("page").textContent = say("page.of", { page: numbers.format(page + 1), pages: numbers.format(pages) });
    for (const button of document.querySelectorAll("[data-page]")) button.disabled = button.dataset.page < 0 ? page === 0 : page === pages - 1;
    drawNarrowed();
  }

  function drawNarrowed() {
    const chips = Object.keys(exact).filter((key) => exact[key]).map((key) => {
      const button = element("button", { type: "button", class: "plain" }, `${say(key)}: ${exact[key]} ✕`);
      button.addEventListener("click", () => { exact[key] = ""; update(); });
      return button;
    });
    document.getElementById("narrowed").replaceChildren(...chips);
  }

  function line(row) {
    const judgement = judged(row), where = place(row);
    const opener = element("button", { type: "button", class: "opener", "aria-expanded": "false" }, element("span", { class: "arrow", "aria-hidden": "true" }), element("code", {}, ...breakable(`${string(where[0])}:${data.line[row]}`)));
    const name = isHazard(judgement) ? [element("span", { class: "code" }, judgement[CODE]), " ", nameText(judgement)] : [element("code", {}, ...breakable(nameText(judgement)))];
    const badge = element("span", { class: `badge ${isHazard(judgement) ? "s" : "v"}-${judgement[VERDICT]}` }, verdictText(judgement));
    const target = element("code", {}, ...(isHazard(judgement) ? [string(data.instead[row]).split("\n")[0]] : breakable(string(judgement[TARGET]))));
    const made = element("tr", { id: "f-" + data.id[row] }, element("th", { scope: "row" }, opener), element("td", {}, ...name), element("td", {}, badge), element("td", {}, target), element("td", {}, say("context." + where[2])));
    opener.addEventListener("click", () => toggle(row, made, opener));
    return made;
  }

  function toggle(row, line, opener) {
    const open = opener.getAttribute("aria-expanded") === "true";
    opener.setAttribute("aria-expanded", String(!open));
    if (open) line.nextElementSibling.remove();
    else line.after(element("tr", { class: "detail" }, element("td", { colspan: 5 }, detail(row))));
  }

  function detail(row) {
    const judgement = judged(row), hazard = isHazard(judgement), chinese = isChinese(), list = element("dl");
    const add = (key, ...content) => { if (content.some(Boolean)) list.append(element("dt", {}, say(key)), element("dd", {}, ...content)); };
    const code = (number) => string(number) && element("code", {}, string(number));
    add("written", source(row));
    if (hazard) {
      add("reason", ...prose(string(judgement[chinese ? SAID_ZH : REASON])), string(judgement[CAUSE]) && ` (${say("cause." + string(judgement[CAUSE]))})`);
      add("call.path", string(judgement[CALL_PATH]));
      add("mending", ...prose(string(judgement[chinese ? MENDING_ZH : TARGET])), string(data.instead[row]) && element("pre", { class: "source mend" }, element("code", {}, string(data.instead[row]))));
    } else {
      add("substitution", string(data.instead[row]) && element("pre", { class: "source mend" }, element("code", {}, string(data.instead[row]))));
      add("imports", code(judgement[IMPORTS]));
      add("recipe", code(judgement[RECIPE]));
      add("reason", ...prose(string(judgement[chinese ? REASON_ZH : REASON])));
      add("differences", string(judgement[chinese ? DIFFERENCES_ZH : DIFFERENCES]));
      add("alternatives", code(judgement[ALTERNATIVES]));
      add("evidence", say("evidence." + judgement[GRADE]), string(judgement[DETAIL]) && ": " + string(judgement[chinese ? DETAIL_ZH : DETAIL]));
    }
    add("kind", say("kind." + judgement[KIND]), ` · ${say("certainty")}: ${say("certainty." + judgement[CERTAINTY])}`, string(place(row)[1]) && ` · ${string(place(row)[1])}`);
    const page = (data.pages[judgement[CODE]] ?? [])[chinese ? 1 : 0];
    add("rule.page", page && element("a", { href: page }, judgement[CODE]));
    if (judgement[CODE] in data.articles) list.append(element("dt"), element("dd", {}, about(judgement[CODE])));
    add("link", element("a", { href: "#f-" + data.id[row] }, "#f-" + data.id[row]));
    return list;
  }

  // The page of a code, which opens in place
  function about(code) {
    return element("details", { class: "about", "data-about": code }, element("summary", {}, say("rule.about", { code })));
  }

  document.addEventListener("toggle", (event) => {
    const details = event.target, written = data.articles[details.dataset.about];
    if (!written || details.children.length > 1) return;
    details.append(...["en", "zh"].map((name, number) => {
      const article = element("div", { class: name, lang: number ? "zh-Hans" : "en" });
      article.innerHTML = written[number] || written[0];
      return article;
    }));
  }, true);

  function prose(text) {
    const pieces = text.split("`");
    return pieces.length % 2 ? pieces.map((piece, number) => (number % 2 ? element("code", {}, piece) : piece)) : [text];
  }

  function source(row) {
    const text = string(data.text[row]);
    if (!text) return "";
    const from = data.from[row], to = from + data.marked[row];
    return element("pre", { class: "source" }, element("code", {}, text.slice(0, from), element("mark", {}, text.slice(from, to)), text.slice(to)));
  }

  // Links
  function clearFilters() {
    form.reset();
    exact.api = exact.file = "";
  }

  function follow() {
    const target = location.hash.slice(1);
    if (!target.startsWith("f-")) return;
    const row = data.id.indexOf(target.slice(2));
    if (row < 0) return;
    if (!shown.includes(row)) { clearFilters(); update(); }
    page = Math.floor(shown.indexOf(row) / PAGE);
    draw();
    const line = document.getElementById(target), opener = line.querySelector(".opener");
    toggle(row, line, opener);
    line.scrollIntoView({ block: "center" });
    opener.focus({ preventScroll: true });
  }

  const FILTERS = ["api", "file", "verdict", "code", "context"];
  function narrow(link) {
    clearFilters();
    for (const key of FILTERS) {
      const value = link.dataset[key];
      if (value === undefined) continue;
      if (key in exact) exact[key] = value;
      else form[key].value = value;
    }
    update();
  }

  // Events
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    if (!button) return;
    if (button.dataset.order) reorder(button);
    if ("clear" in button.dataset) { clearFilters(); update(); form.query.focus(); }
    if (button.dataset.page) { page += Number(button.dataset.page); draw(); document.getElementById("findings").scrollIntoView(); }
    if (button.dataset.sort) resort(button);
    if (button.dataset.folder) openFolder(button);
    if (button.tagName === "A" && FILTERS.some((key) => key in button.dataset)) narrow(button);
  });

  function resort(button) {
    sort = { by: button.dataset.sort, down: sort.by === button.dataset.sort && !sort.down };
    for (const head of button.closest("tr").children) head.removeAttribute("aria-sort");
    button.closest("th").setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    update();
  }

  // Rows open wherever they are clicked, unless that selects text or follows a link
  document.addEventListener("click", (event) => {
    const row = event.target.closest("#rows > tr:not(.detail), .modules .folder > tr");
    if (row && !event.target.closest("a, button") && !String(getSelection())) row.querySelector(".opener, .toggle").click();
  });

  function reorder(button) {
    const head = button.closest("th"), key = button.dataset.order;
    const down = key === "path" ? head.getAttribute("aria-sort") === "ascending" : head.getAttribute("aria-sort") !== "descending";
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const table = head.closest("table"), sign = down ? -1 : 1;
    const value = (part) => (key === "path" ? part.dataset.path : Number(part.dataset[key]));
    const parts = [...table.querySelectorAll(".folder[data-path]")].map((part) => [part, part.nextElementSibling]);
    parts.sort(([a], [b]) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    for (const pair of parts) table.append(...pair);
  }

  function openFolder(button) {
    const files = document.getElementById("folder-" + button.dataset.folder);
    files.hidden = !files.hidden;
    button.setAttribute("aria-expanded", String(!files.hidden));
  }

  form.addEventListener("input", () => update());
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);

  frame.begin(retell);
  follow();
  frame.finish();
})();
