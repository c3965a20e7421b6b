import { data } from "@remix-run/node";
import type { WhatIf } from "../../services/ticketing/contract.hours";
import type { PolicyForm } from "../../services/ticketing/contract.sla";
import { href } from "../href";
import { type Admitted, done } from "../shell/page.server";
import { type Posted, readForm } from "./form.server";
import { minutesFrom } from "./week";

export const policyLists = ["priority_ids", "type_ids", "group_ids", "disposition_ids"] as const;
const minuteFields = ["first_minutes", "next_minutes", "resolution_minutes", "warn_minutes"] as const;
const textFields = ["id", "name", "description", "operational_hours_id", "on_reopen", "rank", ...minuteFields] as const;

export type TypedPolicy = Record<(typeof textFields)[number], string> &
  Record<(typeof policyLists)[number], string[]> & { enabled: boolean };

export type PolicyAnswer = {
  typed?: TypedPolicy;
  errors: Record<string, string[]>;
  whatIf?: WhatIf;
  notice?: { level: "warning"; title: string; message: string };
};

function answered(answer: PolicyAnswer, status: number) {
  return data(answer, { status: status === 400 ? 422 : status });
}

function typedFrom(form: Posted): TypedPolicy {
  const texts = Object.fromEntries(textFields.map((name) => [name, form.value(name)]));
  const lists = Object.fromEntries(policyLists.map((name) => [name, form.values(name).filter(Boolean)]));
  return { ...texts, ...lists, enabled: form.value("enabled") !== "" } as TypedPolicy;
}

/** Adds, changes, tries and deletes policies. */
export async function changePolicy({ api, request, from }: Admitted<"/ticketing/settings/sla/policies">) {
  const form = await readForm(api, request);
  const path = href("/ticketing/settings/sla/policies");
  const warned = (
    problem: { status: number; message: string; errors?: Record<string, string[]> | undefined },
    typed?: TypedPolicy,
  ) =>
    answered(
      {
        ...(typed ? { typed } : {}),
        errors: problem.errors ?? {},
        notice: { level: "warning", title: "Warning", message: problem.message },
      },
      problem.status,
    );
  if (form.value("intent") === "delete") {
    const replace = Number(form.value("replace")) || undefined;
    const answer = await api.ticketing.deletePolicy({
      params: { id: Number(form.value("id")) || 0 },
      query: { replace },
    });
    if (answer.status !== 201) return warned(answer.body);
    return done(from, path, answer.body.message, "Deleted");
  }
  const typed = typedFrom(form);
  const minutes = Object.fromEntries(minuteFields.map((name) => [name, minutesFrom(typed[name])]));
  const odd = minuteFields.filter((name) => minutes[name] === undefined);
  if (odd.length > 0)
    return warned(
      {
        status: 422,
        message: "Please correct the marked times.",
        errors: Object.fromEntries(odd.map((name) => [name, ["Enter a time like 30 min, 4 h or 1 h 30."]])),
      },
      typed,
    );
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
  if (form.value("intent") === "try") {
    const answer = await api.ticketing.policyWhatIf({ body });
    if (answer.status !== 200) return warned(answer.body, typed);
    return answered({ typed, errors: {}, whatIf: answer.body }, 200);
  }
  const answer = await api.ticketing.savePolicy({ body });
  if (answer.status !== 201) return warned(answer.body, typed);
  return done(from, path, `${answer.body.name} is saved. Open tickets are recalculated in the background.`, "Saved");
}
