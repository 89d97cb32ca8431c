// The mapping browser: filters the index of all torch APIs, and loads the rows of one when it is opened.
"use strict";
window.mindauditShards = [];
(() => {
  const box = document.getElementById("mapping");
  const words = JSON.parse(document.getElementById("mapping-words").textContent);
  const say = (word) => words[word] ?? word;
  const { versions, modes, backends, verdicts, grades, profiles, apis, shard, kinds, recipes } = window.mindauditIndex;
  const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const PAGE = 100;
  const numbers = new Map(apis.map((api, number) => [api[0], number]));
  const small = apis.map((api) => api[0].toLowerCase());
  const controls = {};
  let limit = PAGE, found = [];

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  const meant = (number) => (apis[number][2] < 0 ? number : apis[number][2]);

  function answer(number, version, mode, backend) {
    const [, , , profile, answers] = apis[meant(number)];
    const target = (mode * backends.length + backend) * versions.length + version;
    return answers[LETTERS.indexOf(profiles[profile][target])];
  }

  const chosen = (number) => answer(number, +controls.version.value, +controls.mode.value, +controls.backend.value);
  const verdict = (given) => (given.length ? verdicts[given[0]] : "");

  function select(name, label, options, value) {
    const list = make("select", { id: `mapping-${name}` }, ...options.map(([key, text]) => make("option", { value: key }, text)));
    list.value = value;
    list.addEventListener("change", search);
    controls[name] = list;
    return make("label", {}, `${label} `, list);
  }

  function frame() {
    controls.text = make("input", { type: "search", id: "mapping-text", placeholder: say("Search a torch name, a MindSpore name or a recipe"), "aria-label": say("Search a torch name, a MindSpore name or a recipe") });
    controls.text.addEventListener("input", search);
    const numbered = (names) => names.map((name, number) => [number, name]);
    const wanted = [["all", say("all")], ...verdicts.map((name) => [name, say(name)]), ["", say("no candidate")]];
    controls.count = make("p", { class: "mapping-count", role: "status" });
    controls.rows = make("tbody");
    controls.more = make("button", { type: "button" }, say("Show more"));
    controls.more.addEventListener("click", () => { limit += PAGE * 5; draw(); });
    controls.detail = make("section", { class: "mapping-detail", "aria-live": "polite" });
    const heads = ["torch", say("Verdict"), "MindSpore", say("Evidence")].map((head) => make("th", { scope: "col" }, head));
    box.append(
      make("div", { class: "mapping-controls" }, controls.text,
        select("version", say("MindSpore version"), numbered(versions), versions.length - 1),
        select("mode", say("Mode"), numbered(modes), 0),
        select("backend", say("Backend"), numbered(backends), 0),
        select("verdict", say("Verdict"), wanted, "all")),
      controls.detail, controls.count,
      make("div", { class: "table-wrapper" }, make("table", { class: "mapping-table" }, make("thead", {}, make("tr", {}, ...heads)), controls.rows)),
      controls.more);
  }

  function search() {
    const parts = controls.text.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = controls.verdict.value;
    const ranked = [];
    for (let number = 0; number < apis.length; number++) {
      const given = chosen(number);
      if (wanted !== "all" && verdict(given) !== wanted) continue;
      const other = given.length ? given[2].toLowerCase() : "";
      if (!parts.every((part) => small[number].includes(part) || other.includes(part))) continue;
      ranked.push([parts.length ? rank(small[number], parts) : +!given.length, number]);
    }
    ranked.sort((one, two) => one[0] - two[0] || one[1] - two[1]);
    found = ranked.map((pair) => pair[1]);
    limit = PAGE;
    draw();
    if (location.hash) open(decodeURIComponent(location.hash.slice(1)));
  }

  // the name itself first, then its ending, then what contains it; aliases and long names later
  function rank(name, parts) {
    const part = parts[parts.length - 1];
    return (name === part ? 0 : name.endsWith(`.${part}`) ? 100 : name.includes(`.${part}`) ? 200 : 300) + name.length;
  }

  function draw() {
    controls.count.textContent = found.length ? `${found.length} ${say("of")} ${apis.length} ${say("APIs")}` : say("Nothing found.");
    controls.rows.replaceChildren(...found.slice(0, limit).map(row));
    controls.more.hidden = found.length <= limit;
  }

  function row(number) {
    const given = chosen(number), name = apis[number][0];
    const link = make("a", { href: `#${encodeURIComponent(name)}` }, make("code", {}, ...breakable(name)));
    return make("tr", {}, make("td", {}, link), make("td", {}, tag(given)), make("td", {}, counterpart(given)), make("td", {}, given.length ? say(grades[given[1]]) : ""));
  }

  const breakable = (name) => name.split(/(?<=\.)/).flatMap((part) => [part, make("wbr")]);

  function tag(given) {
    const name = verdict(given);
    const star = given[3] ? make("span", { title: say("depends on the arguments") }, " *") : null;
    return make("span", { class: `verdict verdict-${name || "none"}` }, name ? say(name) : say("no candidate"), star);
  }

  function counterpart(given) {
    if (!given.length || !given[2]) return "";
    const name = make("code", {}, ...breakable(given[2]));
    return recipes[given[2]] ? make("a", { href: `recipes/${recipes[given[2]]}.html` }, name) : name;
  }

  function open(name) {
    const number = numbers.get(name);
    if (number === undefined) return;
    const file = Math.floor(meant(number) / shard);
    if (window.mindauditShards[file]) return show(number);
    const script = make("script", { src: `${box.dataset.data}shard-${file}.js` });
    script.addEventListener("load", () => show(number));
    document.head.append(script);
  }

  function show(number) {
    const own = meant(number), rows = window.mindauditShards[Math.floor(own / shard)][own % shard];
    const close = make("button", { type: "button", class: "mapping-close", "aria-label": say("Close") }, "×");
    close.addEventListener("click", () => { history.replaceState(null, "", location.pathname + location.search); controls.detail.replaceChildren(); });
    const head = make("h2", {}, apis[number][0], make("small", {}, ` ${kinds[apis[number][1]]}`));
    const alias = own === number ? null : make("p", {}, `${say("the same as")} `, make("code", {}, apis[own][0]));
    const list = rows.length ? make("ol", {}, ...rows.map((each) => candidate(each, apis[own][0]))) : make("p", {}, say("The table has no candidate for it: there is no evidence either way."));
    controls.detail.replaceChildren(close, head, ...[alias].filter(Boolean), grid(number), make("h3", {}, say("Candidates, in order")), list);
    controls.detail.scrollIntoView({ block: "nearest" });
    document.documentElement.dataset.opened = apis[number][0];
  }

  function grid(number) {
    const heads = make("tr", {}, make("th", {}, say("Verdict by version")), ...versions.map((version) => make("th", { scope: "col" }, version)));
    const lines = modes.flatMap((mode, m) => backends.map((backend, b) => make("tr", {}, make("th", { scope: "row" }, `${mode}, ${backend}`), ...versions.map((_, v) => square(answer(number, v, m, b))))));
    return make("div", { class: "table-wrapper" }, make("table", { class: "mapping-grid" }, make("thead", {}, heads), make("tbody", {}, ...lines)));
  }

  function square(given) {
    const name = verdict(given);
    const told = given.length ? `${say(name)}: ${given[2]} (${say(grades[given[1]])})` : say("no candidate");
    return make("td", { class: `verdict-${name || "none"}`, title: told }, given.length ? say(name).slice(0, box.dataset.lang === "zh" ? 2 : 4) : "–");
  }

  function candidate(each, name) {
    const line = (label, text) => (text ? make("div", {}, `${say(label)}: `, text) : null);
    const condition = [each.parameters ? `(${each.parameters})` : "", each.when ?? ""].filter(Boolean).join(" & ");
    const range = each.since || each.until ? `${each.since ?? ""}–${each.until ?? ""}` : "";
    const runs = (each.runs ?? []).map((run) => make("div", { class: "run" }, `${run[0]} ${run[1]} ${run[2]}: ${run[3]}, ${run[5]}/${run[4]}`));
    const note = box.dataset.lang === "zh" ? each.zh ?? each.note : each.note;
    return make("li", {}, make("span", { class: `verdict verdict-${each.verdict}` }, say(each.verdict)), " ",
      each.code ? make("code", {}, each.code) : say("no code"),
      each.of === name ? null : line("served by the rows of", each.of),
      line("for", condition && make("code", {}, condition)), line("versions", range), line("where", [each.modes, each.backends].filter(Boolean).join(" ")), line("note", note),
      runs.length ? make("details", {}, make("summary", {}, say("run against torch")), ...runs) : null);
  }

  const given = new URLSearchParams(location.search);
  frame();
  for (const name of ["version", "mode", "backend"]) {
    const place = { version: versions, mode: modes, backend: backends }[name].indexOf(given.get(name));
    if (place >= 0) controls[name].value = place;
  }
  controls.text.value = given.get("q") ?? decodeURIComponent(location.hash.slice(1));
  search();
  window.addEventListener("hashchange", () => open(decodeURIComponent(location.hash.slice(1))));
  document.documentElement.dataset.ready = Math.round(performance.now());
})();
