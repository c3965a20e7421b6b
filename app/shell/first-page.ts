import { brand } from "../../rules/brand";

const name = `${brand.slug}_styles`;
/** Seconds: a year, as long as a browser keeps a file with a hash in its name. */
const age = 31_536_000;
/** The two parts of the program that are as large as all others together, and on every page. */
const large = /<link rel="later" data-href="(\/assets\/(?:remix|kit)-[\w-]+\.js)"/g;
const sheet = /<link rel="stylesheet" href="(\/assets\/root-[\w-]+\.css)"\/>/;
const use = /<use href="\/assets\/icons-\w+\.svg#([\w-]+)"/g;

type FirstVisit = {
  /** The request's cookie header. */
  cookie: string | null;
  secure: boolean;
  nonce: string | undefined;
  /** The text of a style sheet or a picture of the build, by its address. */
  assetText: ((href: string) => string | undefined) | undefined;
};

/**
 * A browser that has never seen the style sheet gets it inside the page, and the icons of the page with it: to ask for
 * them only when the page begins to arrive costs a slow phone another round trip before its first picture. The two large
 * parts of the program are named in a header, so that the way to the server is over when the page has arrived.
 *
 * The cookie names the sheet it was given; with another one in its place the next page has that inside again. The page's
 * program fetches the file when it is there (`keepStyles`), a browser without script by `prefetch`; pages after that name
 * the file as always.
 *
 * The link stays where React looks for it. The style comes last in the head and the icons last in the body, where React
 * leaves what it does not know.
 * @param page the whole document as Remix draws it
 * @returns link, cookie: what goes into the answer's headers of these names
 */
export function firstPage(page: string, { cookie, secure, nonce, assetText }: FirstVisit) {
  const [link, href] = sheet.exec(page.slice(0, page.indexOf("</head>"))) ?? [];
  if (!nonce || !link || !href || !assetText || wasGiven(cookie, href)) return { page };
  const text = assetText(href);
  if (text === undefined) return { page };
  const inside = `<noscript><link rel="prefetch" as="style" href="${href}"/></noscript><style nonce="${nonce}">${text}</style></head>`;
  const styled = page.replace(link, `<link rel="later" data-sheet="${href}"/>`).replace("</head>", () => inside);
  return {
    page: withIcons(styled, assetText),
    link: [...page.matchAll(large)].map(([, file]) => `<${file}>; rel=modulepreload`).join(", "),
    cookie: `${name}=${named(href)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  };
}

/** The page with the icons that it shows inside it, as one picture that is not shown itself. */
function withIcons(page: string, assetText: (href: string) => string | undefined): string {
  const file = page.match(/<use href="(\/assets\/icons-\w+\.svg)#/)?.[1];
  const icons = file && assetText(file);
  if (!icons) return page;
  const symbols = new Map([...icons.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([text, id]) => [id, text]));
  const used = new Map<string, string>();
  const own = page.replace(use, (whole, id: string) => {
    const symbol = symbols.get(id);
    if (!symbol) return whole;
    // Parts of the page have ids as well.
    used.set(id, symbol.replace('id="', 'id="icon:'));
    return `<use href="#icon:${id}"`;
  });
  return own.replace(
    "</body>",
    () => `<svg class="hidden" aria-hidden="true">${[...used.values()].join("")}</svg></body>`,
  );
}

/** Fetches the sheet that came inside the page, for the pages after it. Called when the page's program runs. */
export async function keepStyles(page: Document = document): Promise<void> {
  const href = page.querySelector<HTMLLinkElement>("link[data-sheet]")?.dataset.sheet;
  if (href) await window.fetch(href, { priority: "low" }).catch(() => undefined);
}

function wasGiven(cookie: string | null, href: string): boolean {
  return (cookie ?? "").split(";").some((part) => part.trim() === `${name}=${named(href)}`);
}

/** The file's name, which has the hash of its content. */
function named(href: string): string {
  return href.slice(href.lastIndexOf("/") + 1, -".css".length);
}
