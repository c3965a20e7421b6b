import { sql } from "kysely";
import { z } from "zod";
import { inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, IdRow, NameRow } from "../../kit/row-schema";
import type { VoiceDeps } from "../deps";
import { mp3Bitrate } from "../recordings/mp3";
import type { VoiceContext, VoiceUnitOfWork } from "../workspace/context";
import type { RecordedMessage } from "./driver";

/** The job that opens the ticket of a message: `{ account, voicemail_id }`. */
export const voicemailTask = "voice.voicemail-ticket";

/** A message that the uploads service keeps: once for us, once for its ticket, which may live longer. */
type KeptMessage = { fileId: string; ticketFileId: string; bytes: number; seconds: number };

/** Keeps the sound of a message. @throws Error where it is no mp3 or can't be kept */
export async function keepMessage(
  deps: Pick<VoiceDeps, "clientsOfAccount">,
  account: string,
  { bytes, seconds }: RecordedMessage,
): Promise<KeptMessage> {
  if (mp3Bitrate(bytes) === undefined) throw new Error("a message that is no mp3 was recorded");
  const { uploads } = deps.clientsOfAccount(account);
  const keep = async () => {
    const body = new Blob([bytes]).stream() as ReadableStream<Uint8Array>;
    const about = { subject: "voicemail", subject_id: "new" };
    const kept = await uploads.keep({
      query: { purpose: "recording", name: "voicemail.mp3", ...about },
      stream: { body, type: "audio/mpeg" },
    });
    if (kept.status !== 201) throw new Error(`uploads answered ${kept.status}: ${kept.body.message}`);
    return kept.body.id;
  };
  return { fileId: await keep(), ticketFileId: await keep(), bytes: bytes.length, seconds: Math.round(seconds) };
}

type NewVoicemail = { flowCallId: number; numberId: number; from: string; message: KeptMessage };

/** Writes a message and has its ticket opened. */
export async function insertVoicemail(unit: VoiceUnitOfWork, given: NewVoicemail): Promise<void> {
  const { trx, account, now } = unit;
  const { flowCallId, numberId, from, message } = given;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.voicemails (customer_account, flow_call_id, phone_number, number_id, file_id, ticket_file_id,
        bytes, seconds, at)
      values (${account}, ${flowCallId}, ${from}, ${numberId}, ${message.fileId}, ${message.ticketFileId},
        ${message.bytes}, ${message.seconds}, ${now})
      on conflict do nothing returning id`,
  );
  if (!made) return;
  unit.events.push({ kind: "voice.call", body: { id: made.id, status: "Voicemail", user: null, to: [] } });
  const key = `${voicemailTask} ${account} ${made.id}`;
  await sendLater(trx, voicemailTask, { account, voicemail_id: made.id }, { key });
}

const PendingVoicemail = z.object({
  phone_number: z.string(),
  our_number: z.string(),
  ticket_id: z.number().nullable(),
  ticket_file_id: z.string().nullable(),
  bytes: z.number(),
  seconds: z.number(),
});

/** Opens the ticket of a message, once however often it runs. @throws Error where another service gives no clear answer */
export async function openVoicemailTicket(service: VoiceContext, payload: Record<string, unknown>): Promise<void> {
  const { account, voicemail_id: id } = payload as { account: string; voicemail_id: number };
  const { db } = service.database;
  const found = await readAccount(db, account, (trx) =>
    checkedRow(
      trx,
      PendingVoicemail,
      sql`select v.phone_number, coalesce(n.phone_number, '') as our_number, v.ticket_id, v.ticket_file_id, v.bytes, v.seconds
        from voice.voicemails v
        left join voice.numbers n on n.customer_account = v.customer_account and n.id = v.number_id
        where v.customer_account = ${account} and v.id = ${id}`,
    ),
  );
  // Erased meanwhile, or done before.
  if (!found || found.ticket_id !== null || found.ticket_file_id === null) return;
  const { phone_number: phone, our_number: ours, ticket_file_id: file, bytes, seconds } = found;
  const name = await callerName(service, account, phone);
  const { ticketing } = service.deps.clientsOfAccount(account);
  const opened = await ticketing.openTicket({
    body: {
      key: `voicemail:${id}`,
      subject: `Voicemail from ${name || phone || "an unknown number"}`.slice(0, 200),
      description: `A message of ${seconds} s was left at ${ours || "a number of yours"}. Listen to it in the attached file.`,
      ...{ customer_name: name, customer_phone: phone, source: "Voicemail" },
    },
  });
  if (opened.status !== 201) throw new Error(`ticketing answered ${opened.status}: ${opened.body.message}`);
  const { ticket_id } = opened.body;
  const attached = await ticketing.keepMailFiles({
    body: {
      ...{ ticket_id, comment_id: null, missing: [] },
      files: [{ id: file, name: "voicemail.mp3", type: "audio/mpeg", bytes }],
    },
  });
  if (attached.status !== 201) throw new Error(`ticketing answered ${attached.status}: ${attached.body.message}`);
  await inAccount(db, account, (trx) =>
    sql`update voice.voicemails set ticket_id = ${ticket_id}, name = ${name.slice(0, 200)}
      where customer_account = ${account} and id = ${id}`.execute(trx),
  );
}

/** What the CRM calls somebody with this number, else the name of their last call; "" where nobody knows. */
async function callerName({ deps, database }: VoiceContext, account: string, phone: string): Promise<string> {
  if (phone === "") return "";
  const answer = await deps.clientsOfAccount(account).crm.customer({ query: { phones: phone } });
  const known = answer.status === 200 ? answer.body.names[0] : undefined;
  if (known) return known;
  const last = await readAccount(database.db, account, (trx) =>
    checkedRow(
      trx,
      NameRow,
      sql`select name from voice.calls where customer_account = ${account} and phone_number = ${phone}
        and phone_number <> '' and name <> '' order by started_at desc limit 1`,
    ),
  );
  return last?.name ?? "";
}

/** The sound of these messages was removed; that they were left stays. */
export async function forgetMessages(trx: Trx, account: string, files: readonly string[]): Promise<void> {
  await sql`update voice.voicemails set file_id = null
    where customer_account = ${account} and file_id = any(${[...files]}::uuid[])`.execute(trx);
}
