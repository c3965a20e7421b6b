import { z } from "zod";
import type { HoursForm } from "../../../services/ticketing/contract.hours";
import { typedId, typedText, unknownIntent } from "../../kit/typed-fields";
import { weekDays, weekField, weekFields, weekFrom, weekPosted } from "../../kit/week";
import { done, type FormRequest } from "../../shell/page.server";
import { dayFrom } from "./week";

const texts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, typedText])) as Record<Name, typeof typedText>);

const HoursFields = texts(["calendar", "name", "time_zone", "country", "periods"]).extend(texts(weekFields).shape);
const DayFields = texts(["date", "name"]);
const cells = [1, 2, 3].flatMap((urgency_id) => [1, 2, 3].map((impact_id) => ({ urgency_id, impact_id })));
const cellField = ({ urgency_id, impact_id }: (typeof cells)[number]) => `cell${urgency_id}${impact_id}` as const;

/** The forms of the SLA page; the buttons beside the days of a week ask for a copy, or for one more period. */
export const SlaForm = z.discriminatedUnion(
  "intent",
  [
    HoursFields.extend({ intent: z.enum(["save hours", "try hours"]) }),
    z.object({ intent: z.enum(["add", ...weekDays.map((_, day) => `copy ${day}` as const)]) }),
    z.object({ intent: z.literal("delete hours"), id: typedId, replace: typedId }),
    texts(cells.map(cellField)).extend({ intent: z.literal("grid") }),
    DayFields.extend({ intent: z.literal("holiday"), country: typedText, removed: typedText, forget: typedText }),
    DayFields.extend({ intent: z.literal("save exempted"), id: typedId, hours: typedText }),
    DayFields.extend({ intent: z.literal("delete exempted"), id: typedId }),
  ],
  unknownIntent,
);

type SlaGiven = FormRequest<"/ticketing/settings/sla", typeof SlaForm>;

/** The forms of the SLA page: hours (and what they would do), exempted days, holidays, the priority grid; and a calendar goes. */
export async function changeSla(given: SlaGiven) {
  const { api, from, url, value, refuse, stay } = given;
  const back = `${url.pathname}${url.search}`;
  switch (value.intent) {
    case "save hours":
    case "try hours":
      return changeHours(given, value);
    case "delete hours": {
      const { id, replace } = value;
      const answer = await api.ticketing.deleteHours({ params: { id }, query: { replace: replace || undefined } });
      if (answer.status !== 201) return refuse({ ...answer.body, errors: {} });
      return done(from, url.pathname, answer.body.message, "Deleted");
    }
    case "grid": {
      const grid = cells.map((cell) => ({ ...cell, priority_id: Number(value[cellField(cell)]) || 0 }));
      const answer = await api.ticketing.savePriorityGrids({ body: { cells: grid } });
      return answer.status === 201 ? done(from, back, "The priority grid is saved.", "Saved") : refuse(answer.body);
    }
    case "holiday": {
      const { country, date, name, removed, forget } = value;
      const answer = await api.ticketing.saveHoliday({
        body: { country, date, name, removed: removed === "1", forget: forget === "1" },
      });
      return answer.status === 201 ? done(from, back, answer.body.message, "Saved") : refuse(answer.body);
    }
    case "save exempted":
    case "delete exempted": {
      const remove = value.intent === "delete exempted";
      const segments = value.intent === "save exempted" ? dayFrom(value.hours) : [];
      if (!segments)
        return refuse({
          message: "Please correct the marked fields.",
          errors: { hours: ["Give hours like 09:00-12:00, or nothing for a closed day."] },
        });
      const { id, date, name } = value;
      const body = { ...(id ? { id } : {}), date, name, segments, delete: remove };
      const answer = await api.ticketing.saveExemptedDay({ body });
      return answer.status === 201 ? done(from, back, answer.body.message, "Saved") : refuse(answer.body);
    }
    default:
      // A button beside the days, pressed without script: the form comes back as it asks, and nothing is saved.
      return stay();
  }
}

type SentHours = z.output<typeof HoursFields> & { intent: "save hours" | "try hours" };

async function changeHours({ api, viewer, from, url, refuse, stay }: SlaGiven, sent: SentHours) {
  const fields: Record<string, string> = sent;
  const { week, errors } = weekFrom(weekPosted((name) => fields[name] ?? ""));
  if (Object.keys(errors).length > 0) return refuse({ message: "Please correct the marked hours.", errors });
  const { calendar, name, time_zone, country, intent } = sent;
  const id = Number(calendar) || undefined;
  const body: HoursForm = {
    ...(id ? { id } : {}),
    new: calendar === "new",
    ...(name ? { name } : {}),
    ...{ time_zone, country, week },
  };
  if (intent === "try hours") {
    const answer = await api.ticketing.hoursWhatIf({ body });
    if (answer.status !== 200) return refuse({ ...answer.body, errors: byDay(answer.body.errors) });
    return stay({ whatIf: answer.body });
  }
  const answer = await api.ticketing.updateHours({ params: { account: viewer.customer_account }, body });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: byDay(answer.body.errors) });
  const words = "The hours are saved. Open tickets are recalculated in the background.";
  return done(from, `${url.pathname}?calendar=${answer.body.id}`, words, "Saved");
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
