import { sql } from "kysely";
import { z } from "zod";
import { Media } from "../connectors/message";
import { inAccount, readAccount, type Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import { OutsideError } from "../kit/outside";
import { checkedRow, checkedRows } from "../kit/row-schema";
import { type ChannelRow, channelRow } from "./channels";
import { connectionFor } from "./connection";
import type { SocialContext } from "./deps";
import { isTooLarge, type KeptFile, keepFile, keptBefore, tooLarge } from "./keep-file";
import { networks } from "./networks";

/** The job that has the files of a channel fetched. */
export const filesTask = "social.files";

const WaitingFile = z.object({ message_id: z.string(), provider_id: z.string(), media: Media, tries: z.number() });
type WaitingFile = z.infer<typeof WaitingFile>;
/** What became of a file. `later`: it is tried again by itself, until that was done often enough. */
type Outcome = { file: KeptFile } | { failed: string; refused?: true } | { later: string };

/** Files at once: of this process, of a channel, of a customer. One whose host hangs holds up none of another customer. */
const most = { process: 24, channel: 12, customer: 2 };
/** Seconds after which whoever fetches a file is held for dead; a fetch is bounded well below (services/kit/outside). */
const lease = 300;
/** Seconds before the next try. */
const pauses = [5, 30, 120, 600, 1_800];
/** Days for which a file that could not be fetched can be asked for again. */
const retryDays = 30;

/** Notes a file to be fetched; the message is here already. */
export function fetchLater(
  { db }: SocialContext,
  account: string,
  row: ChannelRow,
  given: { message_id: string; external_id: string; provider_id: string; media: Media },
): Promise<void> {
  return inAccount(db, account, async (trx) => {
    const { message_id, external_id, provider_id, media } = given;
    await sql`
      insert into social.files (customer_account, message_id, channel_id, external_id, provider_id, media)
      values (${account}, ${message_id}, ${row.id}, ${external_id}, ${provider_id}, ${JSON.stringify(media)}::jsonb)
      on conflict do nothing`.execute(trx);
    await wake(trx, account, row.id);
  });
}

function wake(trx: Trx, account: string, channel: number, at?: Date): Promise<void> {
  const key = `${filesTask}:${account}:${channel}${at ? ":later" : ""}`;
  return sendLater(trx, filesTask, { account, channel }, { key, ...(at ? { at } : {}) });
}

const ChannelIdRow = z.object({ channel_id: z.number() });

/** An agent asks for a file again. @returns whether it is still known where it is */
export function fetchAgain({ db }: SocialContext, account: string, message: string): Promise<boolean> {
  return inAccount(db, account, async (trx) => {
    const found = await checkedRow(
      trx,
      ChannelIdRow,
      sql`
      update social.files set failed_at = null, tries = 0, due_at = now() where customer_account = ${account}
        and message_id = ${message} returning channel_id`,
    );
    if (found) await wake(trx, account, found.channel_id);
    return found !== undefined;
  });
}

/**
 * The fetching of files in this process: beside the queue's jobs, of which there are few and which all others need. A
 * job begins it and ends at once; what this process leaves undone when it dies the next one takes up.
 */
export function fileFetcher(service: SocialContext) {
  const under = new Map<string, number>();
  let running = 0;

  /** Begins to fetch what is due on a channel, as far as there is room. */
  async function pump(account: string, channel: number): Promise<void> {
    const place = `${account}/${channel}`;
    const here = under.get(place) ?? 0;
    const room = Math.min(most.process - running, most.channel - here);
    for (const one of await claim(service, account, channel, Math.max(0, room))) {
      running++;
      under.set(place, (under.get(place) ?? 0) + 1);
      void fetchOne(service, account, channel, one)
        // The next process, or this one after the lease, has it again.
        .catch(() => undefined)
        .then(() => {
          running--;
          under.set(place, (under.get(place) ?? 1) - 1);
          return pump(account, channel);
        })
        .catch(() => undefined);
    }
  }
  return { pump };
}

const AtRow = z.object({ at: z.date().nullable() });

/** Takes what is due: each customer's oldest first, and no more of one than `most.customer`. */
function claim({ db }: SocialContext, account: string, channel: number, room: number): Promise<WaitingFile[]> {
  return inAccount(db, account, async (trx) => {
    const here = sql`customer_account = ${account} and channel_id = ${channel}`;
    await sql`select 1 from social.channels where customer_account = ${account} and id = ${channel} for no key update`.execute(
      trx,
    );
    const rows = await checkedRows(
      trx,
      WaitingFile,
      sql`
      update social.files set taken_until = now() + make_interval(secs => ${lease}), tries = tries + 1
      where customer_account = ${account} and message_id in (
        select message_id from (
          select message_id, due_at, taken_until > now() as taken,
            row_number() over (partition by external_id order by (taken_until > now()) desc nulls last, at, message_id) as turn
          from social.files where ${here} and failed_at is null and (due_at <= now() or taken_until > now())) waiting
        where taken is not true and turn <= ${most.customer} order by due_at limit ${room})
      returning message_id, provider_id, media, tries`,
    );
    const next = await checkedRow(
      trx,
      AtRow,
      sql`
      select min(case when taken_until > now() then taken_until else greatest(due_at, now() + interval '5 seconds') end) as at
      from social.files where ${here} and failed_at is null`,
    );
    const at = next?.at;
    if (at) await wake(trx, account, channel, at);
    return rows;
  });
}

async function fetchOne(service: SocialContext, account: string, channel: number, waiting: WaitingFile): Promise<void> {
  const { db, deps } = service;
  const { message_id, tries } = waiting;
  const here = sql`customer_account = ${account} and message_id = ${message_id}`;
  const row = await readAccount(db, account, (trx) => channelRow(trx, account, channel));
  const got: Outcome = row?.active
    ? await storeFile(service, account, row, waiting)
    : { failed: "This channel is switched off." };
  const pause = pauses[tries - 1];
  if ("later" in got && pause !== undefined) {
    await inAccount(db, account, async (trx) => {
      const due = new Date(Date.now() + pause * 1_000);
      await sql`update social.files set taken_until = null, due_at = ${due} where ${here}`.execute(trx);
      await wake(trx, account, channel, due);
    });
    return;
  }
  const reason =
    "file" in got ? "" : "later" in got ? `${fileName(waiting)} could not be fetched. ${got.later}` : got.failed;
  const refused = "refused" in got;
  const file = "file" in got ? { file: got.file } : {};
  const answer = await deps.clientsOfAccount(account).chat.takeFile({ body: { message_id, reason, refused, ...file } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  if (!answer.body.needed && "file" in got)
    await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [got.file.id] } });
  const again = !("file" in got) && !refused && answer.body.needed;
  await inAccount(db, account, async (trx) => {
    if (again) await sql`update social.files set taken_until = null, failed_at = now() where ${here}`.execute(trx);
    else await sql`delete from social.files where ${here}`.execute(trx);
  });
}

const fileName = ({ media }: Pick<WaitingFile, "media">) => media.name || "A file";

/** Fetches a file and keeps it. Answers what became of it, in words where it did not come. */
export async function storeFile(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  waiting: Pick<WaitingFile, "media" | "provider_id">,
): Promise<Outcome> {
  const { deps } = service;
  const { media, provider_id } = waiting;
  const place = { deps, account, row, provider_id };
  const there = await keptBefore(place);
  if (there) return { file: there };
  if (isTooLarge(media)) return { failed: tooLarge(fileName(waiting)), refused: true };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await connectionFor(deps, account, row).download(media.id);
  } catch (error) {
    return whyNot(row, fileName(waiting), error);
  }
  const kept = await keepFile(place, media, bytes);
  if ("away" in kept) return { later: kept.away };
  return "refused" in kept ? { failed: kept.refused, refused: true } : kept;
}

function whyNot({ channel }: ChannelRow, name: string, error: unknown): Outcome {
  if (error instanceof OutsideError && error.fault === "large") return { failed: tooLarge(name), refused: true };
  const network = networks[channel];
  if (network.isGone?.(error))
    return { failed: `${name} is no longer there. Ask the customer to send it again, or try to fetch it again.` };
  return { later: error instanceof OutsideError ? error.message : (network.explain(error) ?? "") };
}

/** Files that nobody asked for again. */
export async function forgetOldFiles(trx: Trx, account: string, channel: number): Promise<void> {
  await sql`
    delete from social.files where customer_account = ${account} and channel_id = ${channel}
      and failed_at < now() - make_interval(days => ${retryDays})`.execute(trx);
}
