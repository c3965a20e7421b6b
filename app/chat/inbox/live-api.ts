import { href } from "../../href";

/**
 * The inbox's own address, asked by the browser between two page loads; with a body it is told something. A session
 * that ended is an answer of the type `opaqueredirect`.
 * @throws TypeError without a connection
 */
export function askLive(query: { chat: number; before?: number }, body?: URLSearchParams): Promise<Response> {
  return fetch(href("/chat/inbox/live", undefined, query), {
    ...(body ? { method: "POST", body } : {}),
    headers: { accept: "application/json" },
    redirect: "manual",
  });
}

/** A canned reply is being used: it is counted, and its files come as copies. @throws TypeError without a connection */
export function askCanned(id: number): Promise<Response> {
  const body = new URLSearchParams({ id: String(id) });
  return fetch(href("/chat/inbox/canned"), { method: "POST", body, redirect: "manual" });
}
