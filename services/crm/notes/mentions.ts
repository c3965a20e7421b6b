import { kindWords, type RecordKind } from "../../../rules/crm";
import { findMentions, type Mention, mentionFault } from "../../../rules/mentions";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { missing } from "../../kit/principal";
import { HttpError } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import type { CrmDeps } from "../deps";

/**
 * Who is mentioned in a note. A colleague who may not see the record is named instead of passed over.
 * @throws HttpError 422 with the field, 503
 */
export async function findMentioned(
  deps: CrmDeps,
  account: string,
  kind: RecordKind,
  text: string,
): Promise<Mention[]> {
  if (!text.includes("@")) return [];
  const { identity } = deps.clientsOfAccount(account);
  const answer = await identity.allMembers({ params: { account, group: "all" } });
  if (answer.status !== 200) throw unreadable();
  const colleagues = answer.body.data.map(({ id, name, email }) => ({ id: String(id), name, email }));
  const barred = new Set<string>();
  for (const id of new Set(findMentions(text, colleagues).mentions.map((one) => one.id))) {
    const access = await identity.personAccess({ params: { id } });
    if (access.status === 404) barred.add(id);
    else if (access.status !== 200) throw unreadable();
    else if (missing(access.body, recordNeeds[kind]) !== undefined) barred.add(id);
  }
  const found = findMentions(
    text,
    colleagues.map((one) => ({ ...one, barred: barred.has(one.id) })),
  );
  const fault = mentionFault(found, `this ${kindWords[kind][0]}`);
  if (fault) throw new HttpError(422, fault, { text: [fault] });
  return found.mentions;
}

function unreadable(): HttpError {
  return new HttpError(503, "The people of the account can't be read right now. Try again in a moment.");
}

/** A note as its mentions are notified. */
type MentioningNote = {
  id: number;
  record: { kind: RecordKind; id: number; name: string };
  mentions: readonly Mention[];
};

/** Notifies who is mentioned, each once however often the note is changed. */
export async function notifyMentioned(
  trx: Trx,
  account: string,
  by: { id: string | null; name: string },
  { id, record, mentions }: MentioningNote,
): Promise<void> {
  const users = [...new Set(mentions.map((one) => one.id))];
  if (users.length === 0) return;
  const words = `${by.name || "A program"} mentioned you in a note: ${record.name || "no name"}`;
  const notice = {
    ...{ kind: `${record.kind} mention` as const, users, words },
    ...{ subject: record.id, key: `note mention ${id}` },
  };
  await publishNotices(trx, account, [notice], { by: by.id });
}
