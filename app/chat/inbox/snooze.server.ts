import { z } from "zod";
import { parseInstant } from "../../../rules/local-time";
import { snoozeTime } from "../../../rules/snooze";
import { typedText } from "../../kit/typed-fields";
import { done } from "../../shell/page.server";
import type { InboxPost } from "./inbox-action.server";
import { inboxHref } from "./inbox-links";
import { momentWords } from "./labels";

/** The form of the drawer. */
export const SnoozeFields = z.object({
  when: z.enum(["hour", "tomorrow", "monday", "set"], { error: "Choose a time." }),
  date: typedText,
  time: typedText,
});

/** Puts the conversation aside until the chosen time, by the clock of the account. */
export async function snooze(given: InboxPost, id: number, value: z.output<typeof SnoozeFields>) {
  const { api, url, from, viewer, refuse } = given;
  const { when, date, time } = value;
  const zone = viewer.time_zone;
  const at = when === "set" ? parseInstant(zone, { date, time }) : snoozeTime(when, zone, new Date());
  if (!at) return refuse({ message: "Give a date and a time.", errors: { date: ["Give a date and a time."] } });
  const until = Math.floor(at.getTime() / 1000);
  const answer = await api.chat.snoozeContact({ params: { id }, body: { until } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, inboxHref(url.search), `It is back ${momentWords(until, zone)}.`, "Snoozed");
}
