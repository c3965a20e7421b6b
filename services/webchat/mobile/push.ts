import { sql } from "kysely";
import { z } from "zod";
import { maxPushTries, pushBody, pushDelay, unreadSeconds } from "../../../rules/push";
import { languages } from "../../../rules/webchat";
import type { PushMessage, PushOutcome } from "../../connectors/fcm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { mobileCalls } from "../contract.mobile";
import type { WebchatDeps } from "../deps";
import { findPushSettings, firebaseProject, notePush } from "./settings";

/** Phones of one user that are pushed to: the newest. */
const maxPhones = 10;

type Outgoing = z.output<(typeof mobileCalls)["pushMessage"]["body"]>;
type PushResult = { token: string; outcome: PushOutcome };

const AppRow = z.object({ id: z.number(), name: z.string(), connected: z.boolean() });
const PhoneRow = z.object({ token: z.string(), language: z.enum(languages) });

/**
 * Pushes a message to the phones of a user. While the app is open on one of them it is shown there: then it is pushed
 * only when it is still unread a minute later, for a connection may be dead without anyone knowing. Answers the seconds
 * after which it is to be tried again; null: it is done.
 */
export async function pushMessage(
  { db }: Database,
  deps: WebchatDeps,
  account: string,
  given: Outgoing,
): Promise<number | null> {
  const due = await readAccount(db, account, async (trx) => {
    const app = await findApp(trx, account, given);
    const settings = app && (await findPushSettings(trx, account, app.id));
    if (!app || !settings?.active) return undefined;
    return { app, settings, phones: await listPhones(trx, account, app.id, given) };
  });
  if (!due || due.phones.length === 0) return null;
  const { app, settings, phones } = due;
  if (app.connected && given.tries === 0) return unreadSeconds;
  const project = firebaseProject(deps, account, app.id, settings);
  const all = await Promise.all(
    phones.map(async ({ token, language }): Promise<PushResult> => {
      const body = pushBody({ ...given, withText: settings.with_text, language });
      return { token, outcome: await project.send(token, notification(app.name, body, given)) };
    }),
  );
  await inAccount(db, account, (trx) => settle(trx, account, app.id, given.message_id, all));
  const waits = all.flatMap(({ outcome }) => (outcome.kind === "later" ? [outcome.seconds ?? 0] : []));
  if (waits.length === 0 || given.tries + 1 >= maxPushTries) return null;
  return pushDelay(given.tries, Math.max(...waits));
}

function notification(title: string, body: string, { contact_id, message_id }: Outgoing): PushMessage {
  const data = { kind: "chat", chat_contact: String(contact_id), chat_message: String(message_id) };
  return { title, body, data, group: `chat-${contact_id}` };
}

/** The app behind an inbox, and whether the user has it open somewhere. */
function findApp(trx: Trx, account: string, { inbox_id, external_id }: Outgoing) {
  return checkedRow(
    trx,
    AppRow,
    sql`
    select a.id, a.name, exists (select from webchat.visitors v where v.customer_account = a.customer_account
      and v.application_id = a.id and v.external_id = ${external_id} and v.connected_until > now()) as connected
    from webchat.applications a
    where a.customer_account = ${account} and a.inbox_id = ${inbox_id} and a.channel = 'mobile' and a.active
      and a.deleted_at is null`,
  );
}

/** The user's phones that do not have the message yet. */
function listPhones(trx: Trx, account: string, app: number, { external_id, message_id }: Outgoing) {
  return checkedRows(
    trx,
    PhoneRow,
    sql`
    select t.token, v.language from webchat.push_tokens t
    join webchat.visitors v on v.customer_account = t.customer_account and v.id = t.visitor_id
    where t.customer_account = ${account} and t.application_id = ${app} and v.external_id = ${external_id}
      and t.pushed_upto < ${message_id}::bigint order by t.made_at desc limit ${maxPhones}`,
  );
}

/** Who got it gets it no more; a phone without the app is forgotten; what has to be put right is shown on the app's page. */
async function settle(
  trx: Trx,
  account: string,
  app: number,
  message: number,
  all: readonly PushResult[],
): Promise<void> {
  const tokens = (kind: PushOutcome["kind"]) => all.flatMap((one) => (one.outcome.kind === kind ? [one.token] : []));
  await sql`
    update webchat.push_tokens set pushed_upto = ${message}::bigint
    where customer_account = ${account} and application_id = ${app} and token = any(${texts(tokens("sent"))})`.execute(
    trx,
  );
  await sql`
    delete from webchat.push_tokens
    where customer_account = ${account} and application_id = ${app} and token = any(${texts(tokens("gone"))})`.execute(
    trx,
  );
  const faults = all.flatMap(({ outcome }) =>
    outcome.kind === "later" || outcome.kind === "refused" ? [outcome.words] : [],
  );
  const [fault] = faults;
  if (fault) await notePush(trx, account, app, fault);
  else if (tokens("sent").length > 0) await notePush(trx, account, app, "");
}
