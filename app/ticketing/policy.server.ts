import { z } from "zod";
import type { PolicyForm } from "../../services/ticketing/contract.sla";
import { href } from "../href";
import { typedCheck, typedId, typedList, typedText, unknownIntent } from "../kit/typed-fields";
import { done, type Given } from "../shell/page.server";
import { minutesFrom } from "./week";

export const policyLists = ["priority_ids", "type_ids", "group_ids", "disposition_ids"] as const;
const minuteFields = ["first_minutes", "next_minutes", "resolution_minutes", "warn_minutes"] as const;
const textFields = ["id", "name", "description", "operational_hours_id", "on_reopen", "rank", ...minuteFields] as const;

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

export const PoliciesForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("delete"), id: typedId, replace: typedId }),
    PolicyFields.extend({ intent: z.enum(["save", "try"]) }),
  ],
  unknownIntent,
);

/** Adds, changes, tries and deletes policies. */
export async function changePolicy(given: Given<"/ticketing/settings/sla/policies", typeof PoliciesForm>) {
  const { api, from, value, refuse, stay } = given;
  const path = href("/ticketing/settings/sla/policies");
  if (value.intent === "delete") {
    const answer = await api.ticketing.deletePolicy({
      params: { id: value.id },
      query: { replace: value.replace || undefined },
    });
    return answer.status === 201 ? done(from, path, answer.body.message, "Deleted") : refuse(answer.body);
  }
  const { intent, ...typed } = value;
  const minutes = Object.fromEntries(minuteFields.map((name) => [name, minutesFrom(typed[name])]));
  const odd = minuteFields.filter((name) => minutes[name] === undefined);
  if (odd.length > 0)
    return refuse({
      message: "Please correct the marked times.",
      errors: Object.fromEntries(odd.map((name) => [name, ["Enter a time like 30 min, 4 h or 1 h 30."]])),
    });
  const body = {
    ...(typed.id ? { id: typed.id } : {}),
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
  return done(from, path, `${answer.body.name} is saved. Open tickets are recalculated in the background.`, "Saved");
}
