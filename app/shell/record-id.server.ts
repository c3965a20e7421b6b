import { id } from "../../services/kit/contract";

/**
 * The number of a record in the path of a page.
 * @param noun what the page calls it: "run"
 * @throws Response 404 for what can be none: whoever follows a link that was cut short is told that it leads nowhere
 */
export function readRecordId(text: string | undefined, noun = "record"): number {
  const found = id.safeParse(text);
  if (found.success) return found.data;
  throw new Response(`There is no such ${noun}.`, { status: 404 });
}
