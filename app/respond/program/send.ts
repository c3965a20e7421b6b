import { type KeptResponse, type SendOutcome, sendOutcome } from "../../../rules/survey/kept-answers";

export type SendAnswer = { outcome: SendOutcome; url: string; redirected: boolean; html: string };

const timeoutMs = 30_000;
const unknown: SendAnswer = { outcome: "later", url: "", redirected: false, html: "" };

/**
 * Sends a response: begins it, where it was not, and posts its page. Both may be done twice with the same result.
 * @param query what the person who is there has in the address; nothing for what is sent without them
 * @param onBegun called once the server knows the response
 */
export async function sendKept(
  link: string,
  one: KeptResponse,
  query: string,
  onBegun: () => void,
): Promise<SendAnswer> {
  const path = `/respond/${link}/${one.session}`;
  if (!navigator.onLine) return unknown;
  if (!one.begun) {
    const { language, session, version } = one;
    const begun = await post(`/respond/${link}${query}`, path, [
      ["language", language],
      ["session", session],
      ["version", String(version)],
    ]);
    if (begun.outcome !== "accepted") return begun;
    onBegun();
  }
  return post(path + query, path, one.fields);
}

async function post(url: string, path: string, fields: [string, string][]): Promise<SendAnswer> {
  return ask(url, { method: "POST", body: new URLSearchParams(fields) }, async (answer) => {
    const html = await answer.text();
    const { status, redirected } = answer;
    const seen = { status, redirected, path: new URL(answer.url).pathname, own: html.includes('<main id="main"') };
    return { outcome: sendOutcome(seen, path), url: answer.url, redirected, html };
  }).catch(() => unknown);
}

/** Whether a page can be opened now. */
export async function isReachable(url: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  return ask(url, { method: "HEAD" }, async ({ ok }) => ok).catch(() => false);
}

function ask<T>(url: string, init: RequestInit, read: (answer: Response) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  return fetch(url, { ...init, cache: "no-store", signal: abort.signal })
    .then(read)
    .finally(() => clearTimeout(timer));
}
