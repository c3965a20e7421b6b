import { kindWords, recordKinds } from "../../../rules/crm";
import type { Tag } from "../../../services/crm/contract.tags";

/** As far as records with a tag are counted. */
const counted = 10_000;

/** "1 lead", "10,000+ contacts"; of each kind with any. */
export function tagCounts({ records }: Pick<Tag, "records">) {
  return recordKinds.flatMap((kind) => {
    const count = records?.[kind] ?? 0;
    if (count === 0) return [];
    const shown = count > counted ? `${counted.toLocaleString("en-KE")}+` : count.toLocaleString("en-KE");
    return [{ kind, text: `${shown} ${kindWords[kind][count === 1 ? 0 : 1]}` }];
  });
}

/** "3 leads and 1 deal", "no records" */
export function tagCountText(tag: Pick<Tag, "records">): string {
  const parts = tagCounts(tag).map(({ text }) => text);
  if (parts.length === 0) return "no records";
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
