import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import { readTags } from "../../../rules/crm-tags";
import type { Problem } from "../../../services/kit/contract";
import { typedId, typedText } from "../../kit/typed-fields";
import { type Admitted, act, done, page } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { recordHref } from "../record/places";
import { loadRecord } from "../record/record.server";

type Api = Admitted<Path>["api"];

/** The names of the account's tags, to choose from. */
export async function fetchTagNames(api: Api): Promise<string[]> {
  const answer = await api.crm.tags({ query: {} });
  return answer.status === 200 ? answer.body.data.map(({ name }) => name) : [];
}

/** What is posted about the tags of a record. */
export const addTagFields = z.object({ intent: z.literal("add-tag"), tag: typedText });
export const removeTagFields = z.object({ intent: z.literal("remove-tag"), tag_id: typedId });
type TagFields = z.output<typeof addTagFields> | z.output<typeof removeTagFields>;

function refusal(words: string): Problem {
  return { status: 422, message: words, errors: { tag: [words] } };
}

/** Adds what was typed, with commas between several tags, or takes one away. Answers why it can't be done. */
export async function changeRecordTags(
  api: Api,
  { kind, id }: { kind: RecordKind; id: number },
  form: TagFields,
): Promise<Problem | undefined> {
  const body = { type: kind, records: [id] };
  if (form.intent === "remove-tag") {
    const answer = await api.crm.tagRecords({ body: { ...body, remove: [form.tag_id] } });
    return answer.status === 200 ? undefined : answer.body;
  }
  const read = readTags(form.tag);
  if ("reason" in read) return refusal(read.reason);
  if (read.names.length === 0) return refusal("Enter a tag.");
  const answer = await api.crm.tagRecords({ body: { ...body, names: read.names } });
  if (answer.status !== 200) return { ...answer.body, ...refusal(answer.body.message), status: answer.status };
  const [no] = answer.body.refused;
  return no && refusal(no.reason);
}

/** The loader of a deal's panel "Profile"; leads and contacts have further numbers there too. */
export function dealProfileLoader() {
  return page("/crm/deal/:index/profile", async (given) => {
    const [loaded, tags] = await Promise.all([loadRecord(given, "deal"), fetchTagNames(given.api)]);
    return { ...loaded, tags };
  });
}

const DealTagFields = z.discriminatedUnion("intent", [addTagFields, removeTagFields]);

export function dealProfileAction() {
  return act("/crm/deal/:index/profile", DealTagFields, async ({ api, params, value, refuse, from }) => {
    const deal = { kind: "deal", id: Number(params.index) || 0 } as const;
    const problem = await changeRecordTags(api, deal, value);
    return problem ? refuse(problem) : done(from, recordHref(deal, "profile"), tagsSaid(value.intent));
  });
}

export function tagsSaid(intent: TagFields["intent"]): string {
  return intent === "add-tag" ? "Tag added" : "Tag removed";
}
