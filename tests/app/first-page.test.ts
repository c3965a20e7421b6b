import { describe, expect, test, vi } from "vitest";
import { firstPage, keepStyles } from "../../app/shell/first-page";

const href = "/assets/root-Ab12_-cd.css";
const page = `<html><head><link rel="stylesheet" href="${href}"/></head><body><p>$& </head></p><link rel="later" data-href="/assets/remix-1.js"/><link rel="later" data-href="/assets/history-1.js"/></body></html>`;
const sheets = (address: string) => (address === href ? "p{color:red}$&" : undefined);
const visit = { cookie: null, secure: false, nonce: "n", assetText: sheets };

/** What a browser sends with the next page. */
function kept(cookie: string | undefined): string {
  return `theme=dark; ${cookie?.split(";")[0]}`;
}

test("a first page brings its style sheet, at the end of the head, and no other request is needed to draw it", () => {
  const first = firstPage(page, visit);
  expect(first.page).not.toContain('rel="stylesheet"');
  expect(first.page).toMatch(/<style nonce="n">p\{color:red\}\$&<\/style>.*<\/head><body><p>\$& <\/head><\/p>/);
  // React looks for the link in its place.
  expect(first.page).toContain(`<head><link rel="later" data-sheet="${href}"/>`);
});

test("a browser without script fetches the sheet for the pages after it", () => {
  expect(firstPage(page, visit).page).toContain(
    `<noscript><link rel="prefetch" as="style" href="${href}"/></noscript>`,
  );
});

test("the large parts of the program are asked for before the page has arrived, the small ones after it", () => {
  expect(firstPage(page, visit).link).toBe("</assets/remix-1.js>; rel=modulepreload");
});

describe("icons", () => {
  const icon = (id: string) => `<svg class="lucide"><use href="/assets/icons-Ab12.svg#${id}"></use></svg>`;
  const shown = page.replace("</body>", `${icon("search")}${icon("trash-2")}${icon("search")}</body>`);
  const symbol = (id: string) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="M1"/></symbol>`;
  const file = `<svg>${["mail", "search", "trash-2"].map(symbol).join("")}</svg>`;
  const texts = (address: string) => (address === "/assets/icons-Ab12.svg" ? file : sheets(address));

  test("a first page brings those that it shows, once each, under names that nothing else on the page has", () => {
    const first = firstPage(shown, { ...visit, assetText: texts }).page;
    expect(first).not.toContain("icons-Ab12");
    expect(first.match(/<use href="#icon:search">/g)).toHaveLength(2);
    expect(first).toMatch(
      /<svg class="hidden" aria-hidden="true">(?:<symbol id="icon:[\w-]+".*?<\/symbol>){2}<\/svg><\/body>/,
    );
    expect(first).toContain(symbol("icon:trash-2"));
    expect(first).not.toContain('id="icon:mail"');
  });

  test("one that the file does not have, and a file that is not known, stay an address", () => {
    const odd = page.replace("</body>", `${icon("ghost")}</body>`);
    expect(firstPage(odd, { ...visit, assetText: texts }).page).toContain(icon("ghost"));
    expect(firstPage(shown, visit).page).toContain(icon("search"));
  });
});

test("the next page names the sheet, until there is a new one", () => {
  const { cookie } = firstPage(page, visit);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(firstPage(page, { ...visit, cookie: kept(cookie) })).toEqual({ page });
  const other = firstPage(page.replaceAll("Ab12_-cd", "other"), {
    ...visit,
    cookie: kept(cookie),
    assetText: () => "b{}",
  });
  expect(other.page).toContain("<style");
  expect(other.cookie).toContain("root-other");
});

test("over https the cookie is sent over https alone", () => {
  expect(firstPage(page, { ...visit, secure: true }).cookie).toMatch(/; Secure$/);
});

test.each([
  ["whose policy has no nonce for it", { ...visit, nonce: undefined }],
  ["whose sheets are not known", { ...visit, assetText: undefined }],
  ["whose sheet is not known", { ...visit, assetText: () => undefined }],
])("a page %s names the sheet", (_, other) => {
  expect(firstPage(page, other)).toEqual({ page });
});

test("a page without a sheet stays as it is", () => {
  expect(firstPage("<html><head></head></html>", visit)).toEqual({ page: "<html><head></head></html>" });
});

test("the program fetches the sheet that came inside the page, and a lost connection is no fault", async () => {
  const asked = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("window", { fetch: asked });
  try {
    const with_ = (sheet?: string) =>
      ({ querySelector: () => (sheet ? { dataset: { sheet } } : null) }) as unknown as Document;
    await keepStyles(with_(href));
    await keepStyles(with_());
    expect(asked.mock.calls.map(([url]) => url)).toEqual([href]);
  } finally {
    vi.unstubAllGlobals();
  }
});
