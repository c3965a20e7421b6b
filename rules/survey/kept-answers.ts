/** Answers of a survey's web page that were not sent yet, as the browser keeps them. */
export type KeptResponse = {
  /** The secret of the response; of one that the server does not know yet, the one that it will have. */
  session: string;
  begun: boolean;
  /** What a response that was not begun is begun with. */
  version: number;
  language: string;
  /** The fields of the page's form. */
  fields: [name: string, value: string][];
  /** When it was kept, in milliseconds. */
  at: number;
  /** The server did not understand an answer of it: the person has to look at it. */
  refused?: boolean;
};

/** Responses of a survey that a browser keeps at most, their characters together, and for how many days. */
export const maxKeptResponses = 200;
export const maxKeptLength = 1_000_000;
export const maxKeptDays = 30;

/** A kept response as it was written down; undefined where it is none. */
export function readKept(text: string | null): KeptResponse | undefined {
  try {
    const { session, begun, version, language, fields, at, refused }: Partial<KeptResponse> = JSON.parse(text ?? "");
    if (typeof session !== "string" || !/^[\w-]{20,60}$/.test(session)) return undefined;
    if (typeof begun !== "boolean" || typeof version !== "number" || typeof at !== "number") return undefined;
    if (typeof language !== "string" || !Array.isArray(fields) || !fields.every(isField)) return undefined;
    return { session, begun, version, language, fields, at, ...(refused ? { refused } : {}) };
  } catch {
    return undefined;
  }
}

function isField(field: unknown): boolean {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** Whether a kept response is too old to be sent. One that is dated in the future had a wrong clock. */
export function isOutdated({ at }: Pick<KeptResponse, "at">, now: number): boolean {
  return now - at > maxKeptDays * 86_400_000;
}

/** Whether one more can be kept. The same response may be kept again, in the place of what was kept before. */
export function hasRoom(kept: readonly KeptResponse[], next: KeptResponse): boolean {
  const others = kept.filter(({ session }) => session !== next.session);
  const length = [...others, next].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return others.length < maxKeptResponses && length <= maxKeptLength;
}

const waitSeconds = [5, 15, 30, 60, 120, 300];

/** Milliseconds before the next try, after so many that failed. */
export function waitAfter(tries: number): number {
  return (waitSeconds[Math.min(tries, waitSeconds.length) - 1] ?? 0) * 1_000;
}

/** `later`: nothing is known of it, so that it is sent again. `closed`: the survey takes no more answers, or is gone. */
export type SendOutcome = "accepted" | "refused" | "closed" | "later";

/**
 * What an answer of the server means. A page accepts by leading to the address of the response, so that the page of a
 * network's sign-in, or of a proxy, is never taken for that.
 * @param own whether it is a page of ours
 */
export function sendOutcome(
  answer: { status: number; redirected: boolean; path: string; own: boolean },
  sessionPath: string,
): SendOutcome {
  const { status, redirected, path, own } = answer;
  if (redirected && path === sessionPath) return "accepted";
  if (!own) return "later";
  if (redirected) return status < 400 ? "closed" : "later";
  if (status === 404 || status === 409) return "closed";
  return status === 400 || status === 413 || status === 422 ? "refused" : "later";
}
