/** `away`: no answer at all, or one that says later; `retryAfter` in seconds when it was said. */
export type Answer<T> =
  | { status: number; ok: true; body: T }
  | { status: number; ok: false; away: boolean; message: string; errors: Record<string, string[]>; retryAfter: number };

const base = "/webchat/v1";
/** Milliseconds: on 2G an answer takes its time. */
const timeoutMs = 45_000;

/** One call to the door. Never throws. */
export async function call<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const response = await fetch(base + path, {
      method,
      headers,
      credentials: "omit",
      signal: stop.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await readAnswer<T>(response.status, await response.text(), response.headers.get("retry-after"));
  } catch {
    return unanswered;
  } finally {
    clearTimeout(timer);
  }
}

const unanswered = { status: 0, ok: false, away: true, message: "", errors: {}, retryAfter: 0 } as const;

async function readAnswer<T>(status: number, text: string, retry: string | null): Promise<Answer<T>> {
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch {
    body = undefined;
  }
  // A page of somebody's network that wants a sign-in is no answer of ours.
  if (body === undefined) return unanswered;
  if (status < 400) return { status, ok: true, body: body as T };
  const { message = "", errors = {} } = body as { message?: string; errors?: Record<string, string[]> };
  const away = status === 429 || status === 408 || status >= 500;
  return { status, ok: false, away, message, errors, retryAfter: Number(retry) || 0 };
}

/** Sends a file with its progress (0 to 1): fetch tells none. */
export function sendFile<T>(
  token: string,
  file: File,
  request_id: string,
  onProgress: (part: number) => void,
): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${base}/files?${new URLSearchParams({ request_id, name: file.name.slice(-200) || "file" })}`);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    const none = () => resolve(unanswered);
    request.onerror = none;
    request.ontimeout = none;
    request.onabort = none;
    request.onload = () =>
      resolve(readAnswer<T>(request.status, request.responseText, request.getResponseHeader("retry-after")));
    request.send(file);
  });
}

/** 32 letters and digits: the same ones twice are one message. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Milliseconds before try number `tries`: doubled each time up to half a minute, and never all browsers at once. */
export function backOff(tries: number, retryAfter = 0): number {
  const wait = Math.min(30_000, 1_000 * 2 ** Math.min(tries, 5));
  return Math.max(retryAfter * 1_000, wait * (0.5 + Math.random() * 0.5));
}
