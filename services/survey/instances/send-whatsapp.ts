import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { endedBy } from "../../../rules/survey/sessions";
import { type WhatsappMessage, whatsappText } from "../../../rules/survey/whatsapp";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { SentQuestion } from "../../social/contract.whatsapp";
import type { SurveyDeps } from "../deps";
import { moveSession } from "../sessions/steps";
import { listOpenSessions } from "../sessions/store";
import { insertTurn } from "../sessions/turns";
import { leaveForFallback } from "./fallback";
import { maxTries, queueBatch, unheardMinutes, type WaitingMessage } from "./queue";
import { pauseForTrouble } from "./store";

type SendingDeps = Pick<SurveyDeps, "clientsOfAccount">;
const PaidInstance = z.object({
  held_units: z.number(),
  spent_units: z.number(),
  template_id: z.number().nullable(),
  status: z.string(),
});
const ClaimedMessage = z.object({ tries: z.number(), as_template: z.boolean() });
type ClaimedMessage = z.infer<typeof ClaimedMessage>;

const atOnce = 10;
const windowClosed = "More than 24 hours have passed since this person wrote, and only a template may reach them.";
const moneyGone = "What was reserved for this run is used up.";

/**
 * Sends messages on WhatsApp, each once: it is written down before it leaves, and one of which nothing is heard is sent
 * once more. Where the reply window is closed one that opens is a template. @throws Error: the job runs again
 */
export async function sendOnWhatsapp(
  { db }: Database,
  deps: SendingDeps,
  account: string,
  batch: string,
  waiting: readonly WaitingMessage[],
): Promise<void> {
  const number_id = waiting[0]?.number_id;
  if (!number_id) return;
  const { whatsapp, messaging } = deps.clientsOfAccount(account);
  const params = { id: number_id };
  const asked = await whatsapp.openWindows({ params, body: { msisdns: waiting.map(({ msisdn }) => msisdn) } });
  if (asked.status !== 200) throw new Error(`WhatsApp answered ${asked.status}: ${asked.body.message}`);
  const open = new Set(asked.body.msisdns);
  const left = [...waiting];
  const reached: WaitingMessage[] = [];
  let later = 0;
  const hand = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const message = next;
      const claimed = await inAccount(db, account, (trx) => claim(trx, account, message, open.has(message.msisdn)));
      if (!claimed) continue;
      const { as_template, tries } = claimed;
      const what = as_template
        ? { template_id: message.template_id ?? 0 }
        : { form: message.form ?? { text: message.text } };
      const body = { to: message.msisdn, message_id: `s.${message.id}.${tries}`, ...what };
      const answer = await whatsapp.askCustomer({ params, body }).catch(() => undefined);
      const outcome: SentQuestion = answer?.status === 201 ? answer.body : { kind: "unknown" };
      await inAccount(db, account, (trx) => record(trx, account, message, outcome));
      if (outcome.kind === "sent") reached.push(message);
      if (outcome.kind !== "later") continue;
      later = Math.max(later, outcome.seconds ?? 60);
      // What stands behind it would have to wait as well.
      left.length = 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  // They may answer by SMS as well, where the run has a sender ID.
  const sender = waiting[0]?.sender ?? "";
  const msisdns = reached.flatMap(({ msisdn, expects }) => (expects ? [msisdn] : []));
  if (sender !== "" && msisdns.length > 0) await messaging.expectReplies({ body: { sender, msisdns } });
  if (later > 0)
    await inAccount(db, account, (trx) => queueBatch(trx, account, batch, new Date(Date.now() + later * 1_000)));
}

/** Writes down that the message leaves now, and at which price; undefined: it does not. */
async function claim(
  trx: Trx,
  account: string,
  { id, instance_id, opening, price }: WaitingMessage,
  open: boolean,
): Promise<ClaimedMessage | undefined> {
  const instance = await checkedRow(
    trx,
    PaidInstance,
    sql`select (held_cents - sms_held_cents) * 100 as held_units, spent_units, template_id, status from survey.instances
      where customer_account = ${account} and id = ${instance_id} for no key update`,
  );
  const as_template = !open && opening;
  const mine = sql`customer_account = ${account} and id = ${id}`;
  const refuse = async (reason: string) => {
    await refuseMessage(trx, account, id, reason, "failed");
    return undefined;
  };
  if (!open && (!opening || !instance?.template_id)) return refuse(windowClosed);
  const left = (instance?.held_units ?? 0) - (instance?.spent_units ?? 0);
  // A paused run opens no session; what is said to those who wrote goes on.
  if (as_template && instance?.status === "paused") return undefined;
  if (as_template && (await sendingUnits(trx, account, instance_id, id)) + price > left) return refuse(moneyGone);
  const claimed = await checkedRow(
    trx,
    ClaimedMessage,
    sql`update survey.messages set state = 'sending', tries = tries + 1, tried_at = now(), as_template = ${as_template},
        price = ${as_template ? price : 0}
      where ${mine} and tries < ${maxTries} and (state = 'waiting'
        or (state = 'sending' and tried_at < now() - ${unheardMinutes} * interval '1 minute'))
      returning tries, as_template`,
  );
  if (claimed) return claimed;
  const gone = await hasRows(
    trx,
    sql`select 1 from survey.messages where ${mine} and state = 'sending'
    and tried_at < now() - ${unheardMinutes} * interval '1 minute'`,
  );
  return gone ? refuse("WhatsApp did not answer.") : undefined;
}

const UnitsRow = z.object({ units: z.number() });

/** What templates that are on their way cost, in 1/10,000 KES. @param except a message that is to be sent */
async function sendingUnits(trx: Trx, account: string, instance: number, except: number): Promise<number> {
  const sum = await checkedRow(
    trx,
    UnitsRow,
    sql`select coalesce(sum(price), 0)::bigint as units from survey.messages
      where customer_account = ${account} and instance_id = ${instance} and id <> ${except} and state = 'sending'`,
  );
  return Number(sum?.units ?? 0);
}

const SpentRow = z.object({ units: z.number(), open: z.boolean() });

/** What templates of a run cost so far in cents, and whether that may still change. */
export async function loadSpent(trx: Trx, account: string, instance: number) {
  const sum = await checkedRow(
    trx,
    SpentRow,
    sql`select i.spent_units as units, exists (select from survey.messages m
        where m.customer_account = i.customer_account and m.instance_id = i.id and m.channel = 'whatsapp'
          and ((m.state = 'sending' and m.tried_at > now() - ${unheardMinutes} * interval '1 minute')
            or (m.state = 'sent' and m.as_template and m.tried_at > now() - interval '1 minute'))) as open
      from survey.instances i where i.customer_account = ${account} and i.id = ${instance}`,
  );
  return { cents: costCents(1, Number(sum?.units ?? 0)), open: sum?.open ?? false };
}

/** @param price of a template, in 1/10,000 KES; less than 0: it did not arrive */
async function addSpent(trx: Trx, account: string, instance: number, price: number): Promise<void> {
  if (price === 0) return;
  await sql`update survey.instances set spent_units = spent_units + ${price}
    where customer_account = ${account} and id = ${instance} and not money_closed`.execute(trx);
}

async function record(trx: Trx, account: string, message: WaitingMessage, outcome: SentQuestion): Promise<void> {
  const { id, instance_id } = message;
  if (outcome.kind === "sent") return recordSent(trx, account, id, outcome.provider_id ?? "");
  if (outcome.kind === "unknown") return;
  const words = (outcome.words ?? "").slice(0, 300);
  if (outcome.kind === "later" || outcome.stops) {
    // It is not this person's fault: the message keeps its turn.
    await sql`update survey.messages set state = 'waiting', tries = 0, price = 0, as_template = false, reason = ${words}
      where customer_account = ${account} and id = ${id} and state = 'sending'`.execute(trx);
    if (outcome.stops) await pauseForTrouble(trx, account, instance_id, words);
    return;
  }
  await refuseMessage(trx, account, id, words, outcome.opted_out ? "stop" : "failed");
}

const SentRow = z.object({
  session_id: z.number(),
  instance_id: z.number(),
  price: z.number(),
  as_template: z.boolean(),
  form: z
    .object({
      text: z.string(),
      buttons: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
      list: z.object({ open: z.string(), rows: z.array(z.object({ id: z.string(), title: z.string() })) }).optional(),
    })
    .nullable(),
  text: z.string(),
  opening: z.boolean(),
});

const OpeningTextRow = z.object({ opening_text: z.string() });

/** WhatsApp has taken it. The second time, by a status, it changes nothing. */
export async function recordSent(trx: Trx, account: string, id: number, provider_id: string): Promise<void> {
  const sent = await checkedRow(
    trx,
    SentRow,
    sql`update survey.messages set state = 'sent', reason = '', message_id = ${provider_id}
      where customer_account = ${account} and id = ${id} and state = 'sending'
      returning session_id, instance_id, price, as_template, form, text, opening`,
  );
  if (!sent) return;
  await addSpent(trx, account, sent.instance_id, sent.price);
  const [session] = await listOpenSessions(trx, account, sql`x.id = ${sent.session_id}`);
  if (!session) return;
  // What opens is a template or the question, as it turned out: only now is known which.
  if (sent.opening) {
    const opening = await checkedRow(
      trx,
      OpeningTextRow,
      sql`select opening_text from survey.instances where customer_account = ${account} and id = ${session.instance_id}`,
    );
    const text = sent.as_template
      ? (opening?.opening_text ?? "")
      : sent.form
        ? whatsappText(sent.form as WhatsappMessage)
        : sent.text;
    const question = sent.as_template ? null : session.question_id;
    await insertTurn(trx, account, session.id, { incoming: false, text, question });
  }
  await sql`update survey.sessions set active_at = now(), unasked = ${sent.as_template}
    where customer_account = ${account} and id = ${session.id} and (${sent.opening} or not unasked)`.execute(trx);
  if (session.disposition === "queued")
    await moveSession(trx, account, session, "contacted", {
      ...{ invalid: session.invalid, question: session.question_id },
    });
}

/** WhatsApp took it, and says now that it did not arrive: it costs nothing. */
export function recordFailure(trx: Trx, account: string, id: number, reason: string): Promise<void> {
  return refuseMessage(trx, account, id, reason.slice(0, 300), "failed");
}

const RefusedRow = z.object({
  session_id: z.number(),
  instance_id: z.number(),
  opening: z.boolean(),
  state: z.string(),
  price: z.number(),
});

/** A message that does not arrive ends the session where it was the first, or where the person wants no more. */
async function refuseMessage(
  trx: Trx,
  account: string,
  id: number,
  reason: string,
  why: "failed" | "stop",
): Promise<void> {
  const before = await checkedRow(
    trx,
    RefusedRow,
    sql`select session_id, instance_id, opening, state, price from survey.messages
      where customer_account = ${account} and id = ${id} and state <> 'refused' for update`,
  );
  if (!before) return;
  await sql`update survey.messages set state = 'refused', reason = ${reason}, price = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  if (before.state === "sent") await addSpent(trx, account, before.instance_id, -before.price);
  const [session] = await listOpenSessions(trx, account, sql`x.id = ${before.session_id}`);
  if (!session) return;
  const keep = { invalid: session.invalid, question: session.question_id };
  const { disposition } = session;
  const opens = disposition === "queued" || (disposition === "contacted" && before.opening);
  if (why === "stop") await moveSession(trx, account, session, endedBy(disposition, "stop"), keep);
  else if (!opens || (await leaveForFallback(trx, account, session.id))) return;
  else if (disposition === "queued") await moveSession(trx, account, session, "failed", keep);
  // It was taken for sent: no one can answer what did not arrive.
  else await moveSession(trx, account, session, "unresponsive", keep);
}
