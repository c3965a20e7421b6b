import { z } from "zod";
import { maxBulkContacts } from "../../../rules/chat-bulk";
import { chatPriorities } from "../../../rules/chat-priority";
import { snoozeChoices, snoozeTime } from "../../../rules/snooze";
import type { ContactChanges } from "../../../services/chat/contract.bulk";
import { typedId, typedText } from "../../kit/typed-fields";
import { done } from "../../shell/page.server";
import type { InboxPost } from "./inbox-action.server";
import { inboxHref } from "./inbox-links";
import { conversationCount } from "./labels";

/** The form of the drawer; the conversations are named in its address. An empty choice changes nothing. */
export const BulkFields = z.object({
  participant_id: typedText,
  add_label: typedId,
  remove_label: typedId,
  priority: z.enum(["", ...chatPriorities], { error: "Choose a priority." }).default(""),
  when: z
    .enum(["", ...(Object.keys(snoozeChoices) as (keyof typeof snoozeChoices)[])], { error: "Choose a time." })
    .default(""),
  end: typedText,
});
type BulkValue = z.output<typeof BulkFields>;

/** What became of the conversations when some were refused. */
export type BulkResult = { changed: number; refused: { id: number; reason: string }[] };

/** Changes the selected conversations: all in one notice, or the refused ones with their reasons. */
export async function changeSeveral(given: InboxPost, ids: number[], value: BulkValue) {
  const { api, url, from, viewer, refuse } = given;
  if (ids.length === 0) return refuse({ message: "Select conversations in the list first." });
  if (ids.length > maxBulkContacts)
    return refuse({ message: `Change at most ${maxBulkContacts} conversations at once. ${ids.length} are selected.` });
  const changes = changesFrom(value, viewer.time_zone);
  if (Object.keys(changes).length === 0) return refuse({ message: "Choose what to change." });
  const answer = await api.chat.bulkContacts({ body: { ids, changes } });
  if (answer.status !== 201) return refuse(answer.body);
  const { changed, refused } = answer.body;
  const told = `${conversationCount(changed.length)} ${changes.end ? "ended" : "changed"}.`;
  if (refused.length === 0)
    return done(from, inboxHref(url.search, { select: undefined }), told, changes.end ? "Ended" : "Changed");
  const message = `${changed.length > 0 ? `${told} ` : ""}${conversationCount(refused.length)} refused. The reasons are listed.`;
  const bulk: BulkResult = { changed: changed.length, refused };
  return refuse({ message, title: changed.length > 0 ? "Some were refused" : "Refused" }, { bulk });
}

function changesFrom(value: BulkValue, zone: string): ContactChanges {
  const { participant_id: to, add_label, remove_label, priority, when, end } = value;
  if (end) return { end: true };
  const team = /^team:(\d{1,9})$/.exec(to)?.[1];
  return {
    ...(team ? { team_id: Number(team) } : to ? { participant_id: to } : {}),
    ...(add_label ? { add_label } : {}),
    ...(remove_label ? { remove_label } : {}),
    ...(priority ? { priority } : {}),
    ...(when ? { until: Math.floor(snoozeTime(when, zone, new Date()).getTime() / 1000) } : {}),
  };
}
