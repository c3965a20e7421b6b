import { z } from "zod";
import { parseDue } from "../../../rules/crm-tasks";
import { parseInstant } from "../../../rules/local-time";
import { callDirections, callOutcomes, parseCallLength } from "../../../rules/logged-calls";
import { typedId, typedText } from "../../kit/typed-fields";

/** A call as it is typed, on the clock of the account. */
export const LoggedCallFields = z.object({
  intent: z.literal("call"),
  /** The call that is changed; 0: a new one. */
  call: typedId,
  direction: z.enum(callDirections).catch("outgoing"),
  outcome: typedText,
  day: typedText,
  time: typedText,
  length: typedText,
  note: typedText,
  follow_up: typedText,
});

/** The fields as the calls take them, or what is wrong with each. */
export function loggedCallBody(typed: z.output<typeof LoggedCallFields>, zone: string) {
  const { direction, note } = typed;
  const outcome = callOutcomes.find((one) => one === typed.outcome);
  const at = parseInstant(zone, { date: typed.day, time: typed.time });
  const seconds = parseCallLength(typed.length);
  const due = typed.follow_up === "" ? null : parseDue(zone, { day: typed.follow_up, time: "" });
  const errors = {
    ...(outcome ? {} : { outcome: ["Choose an outcome."] }),
    ...(at ? {} : { day: ["Enter the day and the time of the call."] }),
    ...(seconds === undefined ? { length: ["Enter minutes, or minutes and seconds: 12 or 4:30."] } : {}),
    ...(due === undefined ? { follow_up: ["Choose a day."] } : {}),
  };
  if (!outcome || !at || seconds === undefined || due === undefined) return { errors };
  const follow_up = due && { due_at: due.due.toISOString(), due_on: due.due_on };
  return { body: { direction, outcome, at: at.toISOString(), seconds, note }, follow_up };
}

const formFields: Record<string, string> = { at: "day", seconds: "length", "follow_up.due_at": "follow_up" };

/** The service's words for a call, at the fields of the form. */
export function atCallFields(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  return errors && Object.fromEntries(Object.entries(errors).map(([name, words]) => [formFields[name] ?? name, words]));
}
