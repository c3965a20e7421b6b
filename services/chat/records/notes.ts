import type { Mention } from "../../../rules/mentions";
import type { UnitOfWork } from "../workspace/unit-of-work";
import type { ContactRow } from "./contacts";
import type { MessageRow } from "./messages";

/** Rings the bells of those whom a note that was just written mentions; nobody mentions themselves. */
export function notifyMentioned(
  { by, notices }: UnitOfWork,
  { contact_id, name }: Pick<ContactRow, "contact_id" | "name">,
  { id }: Pick<MessageRow, "id">,
  mentions: readonly Mention[],
): void {
  const users = [...new Set(mentions.map((one) => one.id))].filter((user) => user !== by.id);
  if (users.length === 0) return;
  notices.push({
    ...{ users, kind: "conversation mention", subject: contact_id, key: `mention:${id}` },
    words: `${by.name} mentioned you in a note: ${name || "no name"}`,
  });
}
