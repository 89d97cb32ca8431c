"use strict";
// What every page has: texts in two languages, a theme, printing, and contents that show where the reader is
const frame = (() => {
  const root = document.documentElement;
  const texts = JSON.parse(document.getElementById("texts").textContent);
  const [, ...project] = document.title.split(" · ");
  const isChinese = () => root.dataset.lang === "zh";
  const say = (key, values = {}) => texts[key][isChinese() ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const label = (key) => say(texts["nav." + key] ? "nav." + key : key);
  let retell = () => {};

  function press(name, value) {
    for (const button of document.querySelectorAll(`[data-${name}]`)) button.setAttribute("aria-pressed", button.getAttribute("data-" + name) === value);
  }

  // Theme
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let theme = "auto";
  function setTheme(value) {
    theme = value;
    root.dataset.theme = value === "dark" || (value === "auto" && dark.matches) ? "dark" : "light";
    press("set-theme", value);
  }
  dark.addEventListener("change", () => setTheme(theme));
  setTheme(theme);

  // Language
  function setLanguage(value) {
    root.dataset.lang = value;
    root.lang = value === "zh" ? "zh-Hans" : "en";
    document.title = [say(document.body.dataset.title), ...project].join(" · ");
    press("set-lang", value);
    for (const labelled of document.querySelectorAll("[data-label]")) labelled.setAttribute("aria-label", label(labelled.dataset.label));
    retell();
  }

  function printed(part) {
    root.dataset.print = part;
    print();
    delete root.dataset.print;
  }

  document.addEventListener("click", (event) => {
    const data = event.target.closest("button")?.dataset ?? {};
    if (data.setLang) setLanguage(data.setLang);
    if (data.setTheme) setTheme(data.setTheme);
    if ("print" in data) printed(data.print);
  });

  // Contents
  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  for (const section of document.querySelectorAll("main > section")) watcher.observe(section);

  // `tell` writes what the page's own script says, now and after each change of language
  function begin(tell) {
    retell = tell;
    setLanguage(root.dataset.lang);
  }

  return { texts, say, isChinese, begin, finish: () => { root.dataset.ready = "true"; } };
})();
