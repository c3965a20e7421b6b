import { data } from "@remix-run/node";
import type { HoursForm, WhatIf } from "../../services/ticketing/contract.hours";
import { weekField, weekFields, weekFrom, weekPosted } from "../kit/week";
import type { Admitted } from "../shell/page.server";
import { done } from "../shell/page.server";
import { type Posted, readForm } from "./form.server";
import { dayFrom } from "./week";

type Given = Admitted<"/ticketing/settings/sla">;
type Answered = {
  intent: string;
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  whatIf?: WhatIf;
  notice?: { level: "warning"; title: string; message: string };
};

const hoursFields = ["calendar", "name", "time_zone", "country", "week", "periods", ...weekFields];

function answered(intent: string, typed: Record<string, string>, more: Partial<Answered>, status: number) {
  return data({ intent, typed, errors: {}, ...more } as Answered, { status });
}

function warned(
  intent: string,
  typed: Record<string, string>,
  problem: { status: number; message: string; errors?: Record<string, string[]> | undefined },
) {
  const notice = { level: "warning" as const, title: "Warning", message: problem.message };
  return answered(
    intent,
    typed,
    { notice, errors: problem.errors ?? {} },
    problem.status === 400 ? 422 : problem.status,
  );
}

function typedIn(form: Posted, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, form.value(field)]));
}

/** The forms of the SLA page: hours (and what they would do), exempted days, holidays, the priority grid; and a calendar goes. */
export async function changeSla(given: Given) {
  const { api, request, from, url } = given;
  const form = await readForm(api, request);
  const intent = form.value("intent");
  const back = `${url.pathname}${url.search}`;
  // A button beside the days, pressed without script: the form comes back as it asks, and nothing is saved.
  if (form.value("week")) return answered("hours", typedIn(form, hoursFields), {}, 200);
  if (intent === "save hours" || intent === "try hours") return changeHours(given, form, intent);
  if (intent === "delete hours") {
    const replace = Number(form.value("replace")) || undefined;
    const answer = await api.ticketing.deleteHours({
      params: { id: Number(form.value("id")) || 0 },
      query: { replace },
    });
    if (answer.status !== 201) return warned("delete", {}, { ...answer.body, errors: {} });
    return done(from, url.pathname, answer.body.message, "Deleted");
  }
  if (intent === "grid") {
    const cells = [1, 2, 3].flatMap((urgency_id) =>
      [1, 2, 3].map((impact_id) => ({
        urgency_id,
        impact_id,
        priority_id: Number(form.value(`cell${urgency_id}${impact_id}`)) || 0,
      })),
    );
    const answer = await api.ticketing.savePriorityGrids({ body: { cells } });
    if (answer.status !== 201) return warned(intent, {}, answer.body);
    return done(from, back, "The priority grid is saved.", "Saved");
  }
  if (intent === "holiday") {
    const typed = typedIn(form, ["country", "date", "name"]);
    const answer = await api.ticketing.saveHoliday({
      body: {
        country: form.value("country"),
        date: form.value("date"),
        name: form.value("name"),
        removed: form.value("removed") === "1",
        forget: form.value("forget") === "1",
      },
    });
    if (answer.status !== 201) return warned(intent, typed, answer.body);
    return done(from, back, answer.body.message, "Saved");
  }
  const typed = typedIn(form, ["date", "name", "hours"]);
  const remove = intent === "delete exempted";
  const segments = remove ? [] : dayFrom(typed.hours ?? "");
  if (!segments)
    return warned(intent, typed, {
      status: 422,
      message: "Please correct the marked fields.",
      errors: { hours: ["Give hours like 09:00-12:00, or nothing for a closed day."] },
    });
  const id = Number(form.value("id")) || undefined;
  const answer = await api.ticketing.saveExemptedDay({
    body: { ...(id ? { id } : {}), date: typed.date ?? "", name: typed.name ?? "", segments, delete: remove },
  });
  if (answer.status !== 201) return warned(intent, typed, answer.body);
  return done(from, back, answer.body.message, "Saved");
}

async function changeHours({ api, viewer, from, url }: Given, form: Posted, intent: "save hours" | "try hours") {
  const typed = typedIn(form, hoursFields);
  const { week, errors } = weekFrom(weekPosted((name) => typed[name] ?? ""));
  if (Object.keys(errors).length > 0)
    return warned(intent, typed, { status: 422, message: "Please correct the marked hours.", errors });
  const id = Number(typed.calendar) || undefined;
  const body: HoursForm = {
    ...(id ? { id } : {}),
    new: typed.calendar === "new",
    ...(typed.name ? { name: typed.name } : {}),
    time_zone: typed.time_zone ?? "",
    country: typed.country ?? "",
    week,
  };
  if (intent === "try hours") {
    const answer = await api.ticketing.hoursWhatIf({ body });
    if (answer.status !== 200) return warned(intent, typed, { ...answer.body, errors: byDay(answer.body.errors) });
    return answered(intent, typed, { whatIf: answer.body }, 200);
  }
  const answer = await api.ticketing.updateHours({ params: { account: viewer.customer_account }, body });
  if (answer.status !== 201) return warned(intent, typed, { ...answer.body, errors: byDay(answer.body.errors) });
  return done(
    from,
    `${url.pathname}?calendar=${answer.body.id}`,
    "The hours are saved. Open tickets are recalculated in the background.",
    "Saved",
  );
}

/** The service names a fault in a day by its place ("week.0.1.to"); a fault of the whole week stands at its first day. */
function byDay(errors: Record<string, string[]> | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, words]) => {
      const [first, day = "0", period = "0", side] = name.split(".");
      return [first === "week" ? weekField(Number(day), Number(period), side === "to" ? "to" : "from") : name, words];
    }),
  );
}
