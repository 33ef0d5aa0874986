// The language `xx`: English with every letter of its texts doubled, served as if `static/locales` had a file for it.

const letters = (text) => text.replace(/\p{L}/gu, "$&$&");

/** The messages of a Fluent file with doubled letters; names, variables and plural categories stay. */
export const doubled = (messages) => messages.split("\n").map((line) => {
  const [, start, text] = /^(#.*|\s*(?:[.\w-]+ = |\*?\[[^\]]*\] ?)?)(.*)$/.exec(line);
  if (/^plural|^ {3,4}\*?\[\w+\] (one|other)$/.test(line)) return line;
  return start + text.replace(/\{[^{}]*(?:\}|$)|\p{L}/gu, (part) => (part[0] === "{" ? part.replace(/"[^"]*"/g, letters) : letters(part)));
}).join("\n");

/** Adds the language to a page. */
export const addDoubled = async (page) => {
  await page.route((url) => url.pathname.endsWith("/"), async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<link rel=locale hreflang=en[^>]*>/, (link) =>
      link + link.replaceAll("/en-", "/xx-").replace("hreflang=en", "hreflang=xx").replace("English", letters("English")));
    await route.fulfill({ response, body: html });
  });
  await page.route(/\/locales\/xx-/, async (route) => {
    // A test may end while the rest of the messages is still asked for.
    const response = await route.fetch({ url: route.request().url().replace("/xx-", "/en-") }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (typeof text === "string") await route.fulfill({ response, body: doubled(text) });
  });
};

/** Plain words that are shown or read aloud but come from no message, except code, keys and typed text. */
export const singles = (page) => page.evaluate(() => {
  // Presets are scenarios in English; links lead to pages in English.
  const aside = "code, kbd, pre, script, style, textarea, datalist, [translate=no], [data-preset], a[href^=https]";
  const said = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement.closest(aside) && node.parentElement.checkVisibility()) said.add(node.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"]) {
    for (const one of document.querySelectorAll(`body [${name}]`)) if (!one.closest(aside)) said.add(one.getAttribute(name));
  }
  const plain = /^["“(]*(\p{Lu}?\p{Ll}{2,}(?:[’']\p{L}+)?)["”).,:;!?…]*$/u;
  const isDoubled = (word) => /^(?:(\p{L})\1)+$/u.test(word.replace(/[’']/g, ""));
  // Names of programs, and of the parts of scenarios.
  const isName = (word) => ["gcloud", "Terraform", "cluster", "strategy", "version"].includes(word);
  return [...said].map((text) => text.replace(/(gcloud container|kubectl (patch|scale)) .*/, "")).filter((text) => text.split(/\s+/).some((word) => {
    const found = plain.exec(word)?.[1];
    return found && !isDoubled(found) && !isName(found);
  }));
});

/** Elements that are wider than the page, or whose text is cut off and can't be read elsewhere. Except the caption, the rows of the event log, and figures without room. */
export const cut = (page) => page.evaluate(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  const isCut = (one) => {
    const style = getComputedStyle(one);
    const hides = (flow, size, room) => (flow === "hidden" || flow === "clip") && size > room + 1;
    return one.clientWidth > 2 && one.clientHeight > 2 && (hides(style.overflowX, one.scrollWidth, one.clientWidth) || hides(style.overflowY, one.scrollHeight, one.clientHeight));
  };
  const elements = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && one.innerText?.trim() && !one.matches("input, select, option, textarea, html, body, #page, main, .stats, .caption, .event .what, .event .what *, .vh, .vh *"));
  return [...wide, ...elements.filter(isCut).filter((one) => !one.closest("[title]") && !one.querySelector("[title]")).map((one) => one.outerHTML.slice(0, 150))];
});
