import { brand } from "../../rules/brand";

const name = `${brand.slug}_styles`;
/** Seconds: a year, as long as a browser keeps a file with a hash in its name. */
const age = 31_536_000;
/** The two parts of the program that are as large as all others together, and on every page. */
const large = /<link rel="later" data-href="(\/assets\/(?:remix|kit)-[\w-]+\.js)"/g;
const sheet = /<link rel="stylesheet" href="(\/assets\/root-[\w-]+\.css)"\/>/;

type FirstVisit = {
  /** The request's cookie header. */
  cookie: string | null;
  secure: boolean;
  nonce: string | undefined;
  /** The text of a style sheet of the build, by its address. */
  stylesheet: ((href: string) => string | undefined) | undefined;
};

/**
 * A browser that has never seen the style sheet gets it inside the page: to ask for it only when the page begins to
 * arrive costs a slow phone another round trip before its first picture. The cookie names the sheet it was given; with
 * another one in its place the next page has that inside again. The page's program fetches the file when it is there
 * (`keepStyles`), a browser without script by `prefetch`; pages after that name the file as always.
 *
 * The link stays where React looks for it. The style comes last in the head, where React leaves what it does not know.
 * @param page the whole document as Remix draws it
 */
export function firstStyles(page: string, { cookie, secure, nonce, stylesheet }: FirstVisit) {
  const [link, href] = sheet.exec(page.slice(0, page.indexOf("</head>"))) ?? [];
  if (!nonce || !link || !href || wasGiven(cookie, href)) return { page };
  const text = stylesheet?.(href);
  if (text === undefined) return { page };
  const program = [...page.matchAll(large)].map(([, file]) => `<link rel="modulepreload" href="${file}"/>`).join("");
  const inside = `<noscript><link rel="prefetch" as="style" href="${href}"/></noscript><style nonce="${nonce}">${text}</style>${program}</head>`;
  return {
    page: page.replace(link, `<link rel="later" data-sheet="${href}"/>`).replace("</head>", () => inside),
    cookie: `${name}=${named(href)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  };
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
