import { commas } from "../../../rules/format";
import { callingHoursText, weekdays } from "../../../rules/outbound";
import { surveyLanguages } from "../../../rules/survey/graph";
import type { Disposition } from "../../../rules/survey/sessions";
import type {
  InstanceStatus,
  SurveyInstance,
  SurveyMessage,
  SurveyRecipient,
} from "../../../services/survey/contract.instances";
import type { SurveySession } from "../../../services/survey/contract.schemas";
import { countLabel } from "../imports/import-labels";
import type { StatusKind } from "../ui/status";

type Label = { kind: StatusKind; word: string };

/** How far a run is. */
export const runStatus: Record<InstanceStatus, Label> = {
  pending: { kind: "none", word: "Not started" },
  running: { kind: "info", word: "Running" },
  paused: { kind: "warn", word: "Paused" },
  closed: { kind: "none", word: "Closed early" },
  done: { kind: "good", word: "Done" },
};

/** What a run is sent on. */
export const channelName: Record<SurveyInstance["channel_id"], string> = { sms: "SMS", whatsapp: "WhatsApp" };

/** Where people are asked who did not answer. */
const fallbackName = { ...channelName, web: "Web, with a link by SMS" };

/** The second channel of a run. */
export function fallbackText({ fallback, reminder_hours }: SurveyInstance): string {
  return fallback ? `${fallbackName[fallback]}, ${reminder_hours} hours after the last reminder` : "None";
}

/** When the people of a run are asked. */
export function runHours({ from, until, days, time_zone, calendar_name }: SurveyInstance): string {
  const always = days.length === weekdays.length;
  const hours = always ? `${from} to ${until}` : callingHoursText({ from, until, days });
  return `${hours}, ${time_zone}${calendar_name ? `, while ${calendar_name} is open` : ""}`;
}

/** How fast the people of a run are asked. */
export function speedText(per_minute: number): string {
  return `${countLabel(per_minute, "first question", "first questions")} a minute at most`;
}

/** Where people answer. */
export const sessionChannelName: Record<SurveySession["channel"], string> = {
  web: "Web",
  ...channelName,
  agent: "Interviewer",
};

/** The channel that someone began on and, where it is another one, the one that they went on with. */
export function channelPath({ channel, last_channel }: Pick<SurveySession, "channel" | "last_channel">): string {
  const begun = sessionChannelName[channel];
  return channel === last_channel ? begun : `${begun}, then ${sessionChannelName[last_channel]}`;
}

/** Where a person of a contact base is who has no response. */
export const recipientState: Record<SurveyRecipient["state"], Label> = {
  waiting: { kind: "none", word: "Not asked yet" },
  asked: { kind: "info", word: "Asked" },
  skipped: { kind: "warn", word: "Left out" },
};

/** What became of a message of a survey; the receipt of an SMS is in the history of SMS. */
export const messageState: Record<SurveyMessage["state"], Label> = {
  waiting: { kind: "none", word: "Not sent yet" },
  sending: { kind: "info", word: "Being sent" },
  sent: { kind: "good", word: "Sent" },
  refused: { kind: "bad", word: "Not sent" },
};

/** The shape of a session's disposition. */
export function dispositionKind(disposition: Disposition): StatusKind {
  if (disposition === "completed") return "good";
  if (disposition === "started" || disposition === "interim partial") return "info";
  if (disposition === "breakoff" || disposition === "partial" || disposition === "rejected") return "warn";
  return disposition === "refused" || disposition === "failed" ? "bad" : "none";
}

/** By which words people join a run, and how many: "JOIN (English) or JIUNGE (Kiswahili), 12 of at most 100 people". */
export function joinText({ keywords, joined_count, max_joiners }: SurveyInstance): string {
  const words = keywords.map(({ word, language }) => `${word} (${surveyLanguages[language]})`).join(" or ");
  return `${words}, ${commas(joined_count)} of at most ${commas(max_joiners ?? 0)} people`;
}
