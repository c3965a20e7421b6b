import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import { nextMessage } from "../../../rules/survey/messages";
import { nextWhatsapp, whatsappText } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { FallbackChannel, InstanceChannel } from "../contract.runs";
import { listOpenSessions, loadSession, newSecret, type SessionRow, secretHash } from "../sessions/store";
import { insertTurn } from "../sessions/turns";
import { type NewMessage, queueMessages, replyPlace } from "./queue";
import type { RunRow } from "./store";

/** Sessions of one transaction. */
const atOnce = 500;

type RunChannels = { channel: InstanceChannel; fallback: FallbackChannel | null };

/** Whether a run asks on a channel, as its first one or its second. */
export function asksOn({ channel, fallback }: RunChannels, on: InstanceChannel): boolean {
  return channel === on || fallback === on;
}

/** Whether a run needs a sender ID: a link to the web is sent by SMS too. */
export function needsSender(run: RunChannels): boolean {
  return asksOn(run, "sms") || run.fallback === "web";
}

/** Session `x` is still on the first channel of a run that has a second one. Silence does not end it there. */
export function staysForFallback({ channel, fallback }: RunRow): RawBuilder<unknown> {
  return sql`(${fallback}::text is not null and x.fell_back_to is null and x.current_channel = ${channel})`;
}

/**
 * Goes on with sessions on the second channel: the reminders on the first were in vain, or nothing arrived there. The
 * answers stay, and the question that is due is put again, or a link to it. Where the survey has no link any more nothing
 * is sent, and silence ends the session. @param nothingWaits nothing more is to be said in session `x`
 */
export async function fallBack(
  trx: Trx,
  account: string,
  instance: RunRow,
  { nothingWaits, address }: { nothingWaits: RawBuilder<unknown>; address: string },
): Promise<void> {
  const { id, survey_id, fallback, reminders, reminder_hours, sender, number_id } = instance;
  if (fallback === null) return;
  const due = sql`x.instance_id = ${id} and not x.dry_run and ${staysForFallback(instance)} and ${nothingWaits} and (x.unreached
    or (x.disposition <> 'queued' and x.reminded >= ${reminders}
      and x.active_at < now() - ${reminder_hours} * interval '1 hour'))`;
  const sessions = (await listOpenSessions(trx, account, due)).slice(0, atOnce);
  if (sessions.length === 0) return;
  const link = fallback === "web" ? await findLink(trx, account, survey_id) : null;
  const messages: NewMessage[] = [];
  for (const before of sessions) {
    const session: SessionRow =
      fallback === "whatsapp"
        ? { ...before, current_channel: fallback, number_id }
        : {
            ...before,
            current_channel: fallback === "web" && link === null ? before.current_channel : fallback,
            sender,
          };
    await sql`
      update survey.sessions set current_channel = ${session.current_channel}, fell_back_to = ${fallback}, sender = ${session.sender},
        number_id = ${session.number_id}, reminded = 0, unreached = false
      where customer_account = ${account} and id = ${session.id}`.execute(trx);
    if (fallback !== "web") messages.push(await askAgain(trx, account, session, id));
    else if (link !== null) messages.push(await sendLink(trx, account, session, { instance: id, link, address }));
  }
  await queueMessages(trx, account, messages);
}

const LinkRow = z.object({ link: z.string().nullable() });

async function findLink(trx: Trx, account: string, survey: number): Promise<string | null> {
  const found = await checkedRow(
    trx,
    LinkRow,
    sql`select link from survey.surveys where customer_account = ${account} and id = ${survey}`,
  );
  return found?.link ?? null;
}

/** A link with which the person goes on with the same session on the web. Its secret is in the SMS alone. */
async function sendLink(
  trx: Trx,
  account: string,
  session: SessionRow,
  { instance, link, address }: { instance: number; link: string; address: string },
): Promise<NewMessage> {
  const secret = newSecret();
  await sql`update survey.sessions set token_hash = ${secretHash(secret)}
    where customer_account = ${account} and id = ${session.id}`.execute(trx);
  const page = `${address.replace(/\/+$/, "")}/respond/${link}/`;
  const kept = linkText(session.language, `${page}…`);
  await insertTurn(trx, account, session.id, { incoming: false, text: kept, question: session.question_id });
  const text = linkText(session.language, `${page}${secret}`);
  return { instance, session: session.id, ...replyPlace(session), text, expects: true };
}

/** The SMS with a link, as long as it can be. */
export function longestLinkText(language: string, address: string): string {
  return linkText(language, `${address.replace(/\/+$/, "")}/respond/${"x".repeat(16)}/${newSecret()}`);
}

function linkText(language: string, page: string): string {
  const words = fixedTexts(language);
  return `${words.onTheWeb(page)}\n${words.stop}`;
}

/** The question that is due, to a person who was silent; on WhatsApp it may become a template. */
export async function askAgain(trx: Trx, account: string, session: SessionRow, instance: number): Promise<NewMessage> {
  const { graph, state } = await loadSession(trx, account, session);
  const place = replyPlace(session);
  const form = place.channel === "whatsapp" ? nextWhatsapp(graph, state.answers, session.language) : undefined;
  const text = form ? whatsappText(form) : nextMessage(graph, state.answers, session.language);
  // Of a template it is in the transcript when that is known.
  if (!form) await insertTurn(trx, account, session.id, { incoming: false, text, question: session.question_id });
  return { instance, session: session.id, ...place, text, ...(form ? { form, opening: true } : {}), expects: true };
}

/** What opens a session did not arrive. Answers whether the person is asked on the second channel instead. */
export async function leaveForFallback(trx: Trx, account: string, session: number): Promise<boolean> {
  return hasRows(
    trx,
    sql`update survey.sessions x set unreached = true from survey.instances i
      where x.customer_account = ${account} and x.id = ${session} and i.customer_account = x.customer_account
        and i.id = x.instance_id and i.fallback is not null and x.fell_back_to is null and x.current_channel = i.channel
        and not x.dry_run
      returning x.id`,
  );
}
