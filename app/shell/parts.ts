import { nextTry } from "../kit/next-try";

/** Parts of the program that the browser has. */
let had: Set<string> | undefined;

function known(): Set<string> {
  had ??= new Set([...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href));
  return had;
}

/** What became of a look for parts: `there`, `away` (no server), or `gone` (a new release has others). */
export type PartState = "there" | "away" | "gone";

/**
 * Fetches parts of the program into the browser's cache. An `import()` comes after that: one that fails is remembered by
 * the browser, with every file it needs, and fails from then on without being asked for.
 */
export async function fetchParts(urls: readonly string[]): Promise<PartState> {
  const wanted = urls.map((url) => new URL(url, window.location.href).href).filter((url) => !known().has(url));
  const found = await Promise.all(
    wanted.map(async (url): Promise<PartState> => {
      try {
        const answer = await window.fetch(url);
        if (!answer.ok) return answer.status === 404 ? "gone" : "away";
        await answer.arrayBuffer();
        known().add(url);
        return "there";
      } catch {
        return "away";
      }
    }),
  );
  return found.find((one) => one === "gone") ?? found.find((one) => one === "away") ?? "there";
}

/**
 * Every `import()` of the application goes through here: it stands in for vite's helper of that name (vite.config.ts).
 * A part that is missing is asked for again, ever later or when the network is back, so it never takes a page down.
 * @param parts its files below the root of the site; none when it is one file
 */
export async function __vitePreload<T>(load: () => Promise<T>, parts: readonly string[] = []): Promise<T> {
  const alone = /import\("([^"]+)"\)/.exec(String(load))?.[1];
  const urls = parts.length > 0 ? parts.map((part) => `/${part}`) : alone ? [new URL(alone, import.meta.url).href] : [];
  for (let tries = 1; (await fetchParts(urls)) === "away"; tries++) await nextTry(tries);
  return load();
}
