import { expect, test, vi } from "vitest";
import { firstStyles, keepStyles } from "../../app/shell/first-styles";

const href = "/assets/root-Ab12_-cd.css";
const page = `<html><head><link rel="stylesheet" href="${href}"/></head><body><p>$& </head></p><link rel="later" data-href="/assets/remix-1.js"/><link rel="later" data-href="/assets/history-1.js"/></body></html>`;
const sheets = (address: string) => (address === href ? "p{color:red}$&" : undefined);
const visit = { cookie: null, secure: false, nonce: "n", stylesheet: sheets };

/** What a browser sends with the next page. */
function kept(cookie: string | undefined): string {
  return `theme=dark; ${cookie?.split(";")[0]}`;
}

test("a first page brings its style sheet, at the end of the head, and no other request is needed to draw it", () => {
  const first = firstStyles(page, visit);
  expect(first.page).not.toContain('rel="stylesheet"');
  expect(first.page).toMatch(/<style nonce="n">p\{color:red\}\$&<\/style>.*<\/head><body><p>\$& <\/head><\/p>/);
  // React looks for the link in its place.
  expect(first.page).toContain(`<head><link rel="later" data-sheet="${href}"/>`);
});

test("a browser without script fetches the sheet for the pages after it", () => {
  expect(firstStyles(page, visit).page).toContain(
    `<noscript><link rel="prefetch" as="style" href="${href}"/></noscript>`,
  );
});

test("the large parts of the program are asked for after the style, the small ones after the page", () => {
  const head = firstStyles(page, visit).page.split("</head>")[0] ?? "";
  expect(head).toMatch(/<\/style><link rel="modulepreload" href="\/assets\/remix-1\.js"\/>$/);
  expect(head).not.toContain("history-1");
});

test("the next page names the sheet, until there is a new one", () => {
  const { cookie } = firstStyles(page, visit);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(firstStyles(page, { ...visit, cookie: kept(cookie) })).toEqual({ page });
  const other = firstStyles(page.replaceAll("Ab12_-cd", "other"), {
    ...visit,
    cookie: kept(cookie),
    stylesheet: () => "b{}",
  });
  expect(other.page).toContain("<style");
  expect(other.cookie).toContain("root-other");
});

test("over https the cookie is sent over https alone", () => {
  expect(firstStyles(page, { ...visit, secure: true }).cookie).toMatch(/; Secure$/);
});

test.each([
  ["whose policy has no nonce for it", { ...visit, nonce: undefined }],
  ["whose sheets are not known", { ...visit, stylesheet: undefined }],
  ["whose sheet is not known", { ...visit, stylesheet: () => undefined }],
])("a page %s names the sheet", (_, other) => {
  expect(firstStyles(page, other)).toEqual({ page });
});

test("a page without a sheet stays as it is", () => {
  expect(firstStyles("<html><head></head></html>", visit)).toEqual({ page: "<html><head></head></html>" });
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
