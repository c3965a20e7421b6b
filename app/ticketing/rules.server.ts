import { z } from "zod";
import { href } from "../href";
import { typedCheck, typedId, typedText, unknownIntent } from "../kit/typed-fields";
import { done, type Given } from "../shell/page.server";
import { ruleBody, type TypedRule, withoutEmptyRows } from "./rule-form";

const rows = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).max(20).default([]);

const RuleFields = z.object({
  id: typedText,
  name: typedText,
  event: typedText,
  match: typedText,
  enabled: typedCheck,
  conditions: rows(z.object({ field: typedText, operator: typedText, value: typedText, text: typedText })),
  actions: rows(z.object({ what: typedText, address: typedText, subject: typedText, words: typedText })),
}) satisfies z.ZodType<TypedRule>;

export const RulesForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("delete"), id: typedId }),
    z.object({ intent: z.literal("rank"), ids: typedText }),
    RuleFields.extend({ intent: z.enum(["save", "try"]) }),
  ],
  unknownIntent,
);

/** What a rule would have done to past tickets. */
export type DryRunAnswer = {
  examined: number;
  matched: number;
  tickets: { id: number; subject: string; would: string[]; nothing: boolean }[];
};

/** Adds, changes, tries, ranks and deletes rules. */
export async function changeRules(given: Given<"/ticketing/settings/automations", typeof RulesForm>) {
  const { api, from, value, refuse, stay } = given;
  const path = href("/ticketing/settings/automations");
  switch (value.intent) {
    case "delete": {
      const answer = await api.ticketing.deleteAutomation({ params: { id: value.id } });
      return answer.status === 201 ? done(from, path, answer.body.message, "Deleted") : refuse(answer.body);
    }
    case "rank": {
      const ids = value.ids.split(",").map(Number).filter(Boolean);
      const answer = await api.ticketing.rankAutomations({ body: { ids } });
      return answer.status === 201 ? done(from, path, "The order is saved.", "Saved") : refuse(answer.body);
    }
    case "try": {
      const answer = await api.ticketing.tryAutomation({ body: ruleBody(withoutEmptyRows(value)) });
      if (answer.status !== 200) return refuse({ ...answer.body, errors: byRow(answer.body.errors) });
      const dryRun: DryRunAnswer = answer.body;
      return stay({ dryRun });
    }
    default: {
      const answer = await api.ticketing.saveAutomation({ body: ruleBody(withoutEmptyRows(value)) });
      if (answer.status !== 201) return refuse({ ...answer.body, errors: byRow(answer.body.errors) });
      return done(from, path, `${answer.body.name} is saved.`, "Saved");
    }
  }
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
