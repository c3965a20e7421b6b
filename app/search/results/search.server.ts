import { normalisePhone } from "../../../rules/phone";
import type { Problem } from "../../../services/kit/contract";
import type { Viewer } from "../../access";
import { within } from "../../kit/within.server";
import type { FromServer } from "../../shell/context.server";
import { type FoundPart, maxHits, shortest, withExactFirst } from "../../shell/found";
import type { Admitted } from "../../shell/page.server";
import { parts } from "./search-sections.server";

/** What was typed, as every part is asked for it. */
export type Sought = {
  q: string;
  /** The number it is, in E.164. */
  phone?: string;
  /** The id it is: "#12" or "12". */
  id?: number;
};

/** A part of the product that is searched: who may, and how. */
export type SearchSource = {
  name: string;
  icon: string;
  may(viewer: Viewer): boolean;
  find(given: SearchContext, sought: Sought): Promise<SearchOutcome>;
};
export type SearchContext = Pick<Admitted<"/search">, "api" | "viewer">;
export type SearchOutcome = Omit<FoundPart, "name" | "icon"> | Refusal;
type Refusal = { status: number; body: Problem };

/** Milliseconds that the search waits for a part. */
const timeoutMs = 2_500;

/** What the URL says is sought: no longer than a list's own search takes, without marks that cannot be seen. */
export function parseSearch(url: URL): Sought {
  const typed = (url.searchParams.get("q") ?? "").slice(0, 1_000).replace(/[\p{Cc}\p{Cs}]/gu, " ");
  const q = typed
    .trim()
    .slice(0, 100)
    .replace(/\p{Cs}/gu, "")
    .trim();
  const phone = /\d{7}/.test(q.replace(/[\s()+.-]/g, "")) ? normalisePhone(q) : undefined;
  const id = /^#?([1-9]\d{0,14})$/.exec(q)?.[1];
  return { q, ...(phone?.ok ? { phone: phone.e164 } : {}), ...(id ? { id: Number(id) } : {}) };
}

/** What all parts that this person may search have found, exact matches first; a part that fails takes no other along. */
export async function searchAll(
  given: SearchContext & { from: Pick<FromServer, "report"> },
  sought: Sought,
  searched: readonly SearchSource[] = parts,
  waits = timeoutMs,
): Promise<FoundPart[]> {
  if (sought.q.length < shortest && sought.id === undefined) return [];
  const open = searched.filter((part) => part.may(given.viewer));
  const found = await Promise.all(open.map((part) => searchPart(part, given, sought, waits)));
  return withExactFirst(found.flatMap((part) => part ?? [])).filter(({ hits, failed }) => hits.length > 0 || failed);
}

async function searchPart(
  { name, icon, find }: SearchSource,
  given: SearchContext & { from: Pick<FromServer, "report"> },
  sought: Sought,
  waits: number,
): Promise<FoundPart | undefined> {
  const failed = { name, icon, hits: [], failed: true };
  const finding = find(given, sought).catch((error: unknown) => {
    // The session has ended: that is the whole page's matter.
    if (error instanceof Response) throw error;
    given.from.report?.(error);
    return undefined;
  });
  const outcome = await within(finding, waits);
  if (outcome === undefined) return failed;
  if (!("status" in outcome)) return { name, icon, ...outcome, hits: outcome.hits.slice(0, maxHits) };
  // Rights that changed on the way, or a product that was taken away: the part is not theirs.
  return outcome.status === 403 ? undefined : failed;
}
