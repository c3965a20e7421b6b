import { z } from "zod";
import type { PolicyForm } from "../../../services/ticketing/contract.sla";
import { href } from "../../href";
import { typedCheck, typedId, typedList, typedText, unknownIntent } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { minutesFrom } from "./week";

export const policyLists = ["priority_ids", "type_ids", "group_ids", "disposition_ids"] as const;
const minuteFields = ["first_minutes", "next_minutes", "resolution_minutes", "warn_minutes"] as const;
const textFields = ["name", "description", "operational_hours_id", "on_reopen", "rank", ...minuteFields] as const;

const PolicyFields = z.object({
  ...(Object.fromEntries(textFields.map((name) => [name, typedText])) as Record<
    (typeof textFields)[number],
    typeof typedText
  >),
  ...(Object.fromEntries(policyLists.map((name) => [name, typedList])) as Record<
    (typeof policyLists)[number],
    typeof typedList
  >),
  enabled: typedCheck,
});
export type TypedPolicy = z.output<typeof PolicyFields>;

export const PolicyForms = PolicyFields.extend({ intent: z.enum(["save", "try"], unknownIntent) });
export const PolicyDeletion = z.object({ id: typedId, replace: typedId });

const list = href("/ticketing/settings/sla/policies");

/** Deletes a policy; its tickets go to the one that replaces it. */
export async function deletePolicy(given: FormRequest<"/ticketing/settings/sla/policies", typeof PolicyDeletion>) {
  const { api, from, value, refuse } = given;
  const query = { replace: value.replace || undefined };
  const answer = await api.ticketing.deletePolicy({ params: { id: value.id }, query });
  return answer.status === 201 ? done(from, list, answer.body.message, "Deleted") : refuse(answer.body);
}

/** Adds, changes and tries a policy. */
export async function changePolicy(given: FormRequest<"/ticketing/settings/sla/policies/:id", typeof PolicyForms>) {
  const { api, from, params, value, refuse, stay } = given;
  const { intent, ...typed } = value;
  const minutes = Object.fromEntries(minuteFields.map((name) => [name, minutesFrom(typed[name])]));
  const odd = minuteFields.filter((name) => minutes[name] === undefined);
  if (odd.length > 0)
    return refuse({
      message: "Please correct the marked times.",
      errors: Object.fromEntries(odd.map((name) => [name, ["Enter a time like 30 min, 4 h or 1 h 30."]])),
    });
  const body = {
    ...(params.id === "new" ? {} : { id: params.id }),
    name: typed.name,
    description: typed.description,
    enabled: typed.enabled,
    ...Object.fromEntries(policyLists.map((name) => [name, typed[name]])),
    ...minutes,
    operational_hours_id: typed.operational_hours_id === "" ? null : typed.operational_hours_id,
    on_reopen: typed.on_reopen === "restart" ? "restart" : "continue",
    ...(typed.rank ? { rank: typed.rank } : {}),
  } as PolicyForm;
  if (intent === "try") {
    const answer = await api.ticketing.policyWhatIf({ body });
    return answer.status === 200 ? stay({ whatIf: answer.body }) : refuse(answer.body);
  }
  const answer = await api.ticketing.savePolicy({ body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, list, `${answer.body.name} is saved. Open tickets are recalculated in the background.`, "Saved");
}
