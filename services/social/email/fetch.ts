import { sql } from "kysely";
import { idsIn, messageKey } from "../../connectors/email/headers";
import { type Listed, MailHostFault, maxMail, type OpenMailbox } from "../../connectors/email/imap";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { noteError } from "../channels";
import { processWebhooksLater } from "../hooks";
import { type MailboxKey, requireLease } from "./lease";
import { enter, mailsBy } from "./mail-ledger";

type Fetching = { db: Database["db"]; place: MailboxKey; me: string; mailbox: OpenMailbox };

const atOnce = 50;
/** Mails of the last days that are looked at again when a mailbox was numbered anew. */
const maxAgain = 2_000;
const againDays = 2;
const maxTries = 3;

/**
 * Stores what the mailbox has that was not stored yet: each mail as it came, before it is marked in the mailbox. What
 * was there before the mailbox was connected stays there. @throws MailHostFault, LeaseLost
 */
export async function fetchNew(given: Fetching): Promise<void> {
  const { db, place, me, mailbox } = given;
  const { uidValidity, uidNext } = mailbox;
  const read = await inAccount(db, place.account, (trx) => requireLease(trx, place, me));
  if (read.uid_validity === null) await start(given, uidValidity, uidNext - 1);
  else if (read.uid_validity !== uidValidity) {
    const since = (read.fetched_at?.getTime() ?? Date.now()) - againDays * 86_400_000;
    const uids = await mailbox.since(new Date(since));
    const from = (read.opened_at?.getTime() ?? 0) - 1_000;
    for (const uid of uids.slice(-maxAgain)) await again(given, uid, from);
    await start(given, uidValidity, uidNext - 1);
  }
  for (;;) {
    const { last_uid } = await inAccount(db, place.account, (trx) => requireLease(trx, place, me));
    const listed = await mailbox.after(last_uid, atOnce);
    for (const mail of listed) await one(given, mail);
    if (listed.length < atOnce) break;
  }
  await looked(given);
}

function start({ db, place, me }: Fetching, validity: string, uid: number): Promise<void> {
  return inAccount(db, place.account, async (trx) => {
    await requireLease(trx, place, me);
    await sql`
      update social.mailboxes set uid_validity = ${validity}, last_uid = ${uid}, stuck_uid = null, stuck_tries = 0,
        opened_at = coalesce(opened_at, now())
      where customer_account = ${place.account} and channel_id = ${place.channel}`.execute(trx);
  });
}

/** All is well: what was said of the mailbox is said no more. */
function looked({ db, place }: Fetching): Promise<void> {
  const { account, channel } = place;
  return inAccount(db, account, async (trx) => {
    await sql`
      update social.channels set last_error = '', last_error_at = null where customer_account = ${account} and id = ${channel}
        and exists (select from social.mailboxes m where m.customer_account = ${account} and m.channel_id = ${channel} and m.failures > 0)`.execute(
      trx,
    );
    await sql`
      update social.mailboxes set fetched_at = now(), failures = 0
      where customer_account = ${account} and channel_id = ${channel}`.execute(trx);
  });
}

/** A mail under its new number: what is known by its id is not fetched again. */
async function again(given: Fetching, uid: number, from: number): Promise<void> {
  const { db, place, mailbox } = given;
  const [mail] = await mailbox.listed(uid);
  if (!mail || mail.at.getTime() < from) return;
  const ids = idsIn(mail.messageId);
  const known = await inAccount(db, place.account, (trx) => mailsBy(trx, place.account, place.channel, ids));
  if (known.length === 0) await one(given, mail, false);
}

/** One mail; whatever is wrong with it is not tried for ever. @throws MailHostFault when the line broke, LeaseLost */
async function one(given: Fetching, mail: Listed, counts = true): Promise<void> {
  const { mailbox } = given;
  const cut = mail.bytes > maxMail ? mail.bytes : null;
  let raw: Uint8Array | undefined;
  try {
    if (counts && (await isStuck(given, mail.uid))) return;
    raw = await mailbox.raw(mail.uid, cut === null ? "all" : "head");
  } catch (error) {
    // A line that broke while this mail was fetched may have broken by it: counted, and found out the next time.
    if (!(error instanceof MailHostFault) || mailbox.closing()) throw error;
    await stuck(given, mail.uid);
    if (mailbox.closed()) throw error;
    // What was numbered anew was here before, or is looked at only this once.
    return counts ? one(given, mail) : undefined;
  }
  await inAccount(given.db, given.place.account, (trx) => store(trx, given, mail, { raw, cut, counts }));
  if (raw) await mailbox.seen(mail.uid);
}

type FetchedMail = { raw: Uint8Array | undefined; cut: number | null; counts: boolean };

async function store(
  trx: Trx,
  { place, me }: Fetching,
  { uid, at }: Listed,
  { raw, cut, counts }: FetchedMail,
): Promise<void> {
  const { account, channel } = place;
  await requireLease(trx, place, me);
  if (counts)
    await sql`
      update social.mailboxes set last_uid = greatest(last_uid, ${uid}::bigint), stuck_uid = null, stuck_tries = 0
      where customer_account = ${account} and channel_id = ${channel}`.execute(trx);
  // Deleted meanwhile, by whoever else reads the mailbox.
  if (!raw) return;
  if (!(await enter(trx, account, channel, { key: messageKey(raw), direction: "in", at, cut }))) return;
  await sql`
    insert into social.webhooks (customer_account, channel_id, body) values (${account}, ${channel}, ${Buffer.from(raw)})`.execute(
    trx,
  );
  await sql`update social.channels set last_webhook_at = now() where customer_account = ${account} and id = ${channel}`.execute(
    trx,
  );
  await processWebhooksLater(trx, account, channel);
}

function stuck({ db, place }: Fetching, uid: number): Promise<void> {
  return inAccount(db, place.account, async (trx) => {
    await sql`
      update social.mailboxes set stuck_uid = ${uid}::bigint,
        stuck_tries = case when stuck_uid = ${uid}::bigint then stuck_tries + 1 else 1 end
      where customer_account = ${place.account} and channel_id = ${place.channel}`.execute(trx);
  });
}

/** Tried often enough: it stays in the mailbox, and the next one's turn comes. */
function isStuck({ db, place, me }: Fetching, uid: number): Promise<boolean> {
  const { account, channel } = place;
  return inAccount(db, account, async (trx) => {
    const { stuck_uid, stuck_tries } = await requireLease(trx, place, me);
    if (stuck_uid !== uid || stuck_tries < maxTries) return false;
    await sql`
      update social.mailboxes set last_uid = greatest(last_uid, ${uid}::bigint), stuck_uid = null, stuck_tries = 0
      where customer_account = ${account} and channel_id = ${channel}`.execute(trx);
    await noteError(trx, account, channel, "An email can't be fetched from the mailbox: it was left there.");
    return true;
  });
}
