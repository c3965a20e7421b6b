import { z } from "zod";
import { href } from "../../href";
import { typedCheck, typedId, typedText, unknownIntent } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { ruleBody, type TypedRule, withoutEmptyRows } from "./rule-form";

const rows = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).max(20).default([]);

const RuleFields = z.object({
  name: typedText,
  event: typedText,
  match: typedText,
  enabled: typedCheck,
  conditions: rows(z.object({ field: typedText, operator: typedText, value: typedText, text: typedText })),
  actions: rows(z.object({ what: typedText, address: typedText, subject: typedText, words: typedText })),
}) satisfies z.ZodType<TypedRule>;

export const RuleForm = RuleFields.extend({ intent: z.enum(["save", "try"], unknownIntent) });

export const RulesForm = z.discriminatedUnion(
  "intent",
  [z.object({ intent: z.literal("delete"), id: typedId }), z.object({ intent: z.literal("rank"), ids: typedText })],
  unknownIntent,
);

/** What a rule would have done to past tickets. */
export type DryRunAnswer = {
  examined: number;
  matched: number;
  tickets: { id: number; subject: string; would: string[]; nothing: boolean }[];
};

const list = href("/ticketing/settings/automations");

/** Ranks and deletes rules. */
export async function changeRules(given: FormRequest<"/ticketing/settings/automations", typeof RulesForm>) {
  const { api, from, value, refuse } = given;
  if (value.intent === "delete") {
    const answer = await api.ticketing.deleteAutomation({ params: { id: value.id } });
    return answer.status === 201 ? done(from, list, answer.body.message, "Deleted") : refuse(answer.body);
  }
  const ids = value.ids.split(",").map(Number).filter(Boolean);
  const answer = await api.ticketing.rankAutomations({ body: { ids } });
  return answer.status === 201 ? done(from, list, "The order is saved.", "Saved") : refuse(answer.body);
}

/** Adds, changes and tries a rule. */
export async function changeRule(given: FormRequest<"/ticketing/settings/automations/:id", typeof RuleForm>) {
  const { api, from, params, value, refuse, stay } = given;
  const body = { ...ruleBody(withoutEmptyRows(value)), ...(params.id === "new" ? {} : { id: params.id }) };
  if (value.intent === "try") {
    const answer = await api.ticketing.tryAutomation({ body });
    if (answer.status !== 200) return refuse({ ...answer.body, errors: byRow(answer.body.errors) });
    const dryRun: DryRunAnswer = answer.body;
    return stay({ dryRun });
  }
  const answer = await api.ticketing.saveAutomation({ body });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: byRow(answer.body.errors) });
  return done(from, list, `${answer.body.name} is saved.`, "Saved");
}

/** The rows have no place for errors: the summary says which row each is about. */
function byRow(errors: Record<string, string[]> | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, words]) => {
      const [, list, at] = /^(action|condition)s\.(\d+)/.exec(name) ?? [];
      const row = list === "action" ? "Action" : "Condition";
      return [name, list ? words.map((text) => `${row} ${Number(at) + 1}: ${text}`) : words];
    }),
  );
}
