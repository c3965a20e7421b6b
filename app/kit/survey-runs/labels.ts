import { commas } from "../../../rules/format";
import { callingHoursText, weekdays } from "../../../rules/outbound";
import type { AfterOutcome, FinishedKind } from "../../../rules/survey/after-records";
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

/** After what a run asks, in the choice of it. */
export const afterNames: Record<FinishedKind, string> = {
  chat: "A conversation with an agent has ended",
  ticket: "A ticket was resolved",
  call: "A call was talked",
  sale: "A sale was made",
};

/** What came of what was finished. */
export const outcomeLabel: Record<AfterOutcome, Label> = {
  asked: { kind: "good", word: "Asked" },
  "no number": { kind: "none", word: "Not asked: no number is known" },
  "not chosen": { kind: "none", word: "Not asked: outside the share" },
  "asked before": { kind: "none", word: "Not asked: asked not long ago" },
  "opted out": { kind: "warn", word: "Not asked: has opted out" },
  full: { kind: "warn", word: "Not asked: the run has enough people" },
};

/** "A ticket was resolved, 10 minutes later, 50 of 100, not again for 30 days, 12 of at most 500 people". */
export function afterText(run: SurveyInstance): string {
  const { after_kind, after_minutes, after_share, after_days, joined_count, max_joiners } = run;
  if (after_kind === null) return "";
  return [
    afterNames[after_kind],
    after_minutes === 0 ? "at once" : `${countLabel(after_minutes, "minute", "minutes")} later`,
    ...(after_share === 100 ? [] : [`${after_share} of 100`]),
    ...(after_days === 0 ? [] : [`not again for ${countLabel(after_days, "day", "days")}`]),
    `${commas(joined_count)} of at most ${commas(max_joiners ?? 0)} people`,
  ].join(", ");
}
