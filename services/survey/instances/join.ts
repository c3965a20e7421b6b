import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { languageCodes } from "../../../rules/survey/graph";
import { foldJoinWord, type JoinOutcome, joinText } from "../../../rules/survey/join-words";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { CountRow, checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { recipientStates } from "../contract.instances";
import type { SurveyDeps } from "../deps";
import { askAgain } from "./fallback";
import { joinPlace } from "./keywords";
import { queueMessages } from "./queue";
import { type FirstTime, findOpenSession, moveTo, type ReplyRoute } from "./receive";
import { isInWindow } from "./run";
import { clockText, loadRun, type RunRow } from "./store";

/** The job that sends a short answer to a keyword: `{ account, key, msisdn, text, expects, route }`. */
export const joinAnswerTask = "survey.join-answer";

/** At most so many keywords of a number in an hour are answered: two machines never answer each other for ever. */
const maxJoinsAnHour = 5;

/** A message that may be a keyword. `key`: how its channel names it. */
type JoinMessage = { key: string; msisdn: string; text: string; route: ReplyRoute; now: Date };
const FoundKeyword = z.object({ instance_id: z.number(), language: z.enum(languageCodes) });
type FoundKeyword = z.infer<typeof FoundKeyword>;

/**
 * Takes a message that is the keyword of a run: the person gets the first question with the next look at the run, or why
 * not. Answers whether it was one.
 */
export async function takeKeyword(trx: Trx, account: string, message: JoinMessage, first: FirstTime): Promise<boolean> {
  const { key, msisdn, route } = message;
  const found = await findKeyword(trx, account, message);
  if (!found) return false;
  const instance = await loadRun(trx, account, found.instance_id, true);
  if (!instance) return false;
  const noted = await hasRows(
    trx,
    sql`insert into survey.joins (customer_account, key, instance_id, msisdn)
      values (${account}, ${key}, ${instance.id}, ${msisdn}) on conflict do nothing returning key`,
  );
  if (!noted || (await isTooOften(trx, account, msisdn))) return true;
  const last = await findOpenSession(trx, account, msisdn);
  // The run asks them itself, and ends the dry run then.
  const open = last?.dry_run ? undefined : last;
  if (open?.instance_id === instance.id) {
    // While the first question is on its way it is not put twice.
    if (open.disposition === "queued" || !(await first(open.id))) return true;
    const session = await moveTo(trx, account, open, route);
    await queueMessages(trx, account, [await askAgain(trx, account, session, instance.id)]);
    return true;
  }
  const outcome = await join(trx, account, instance, { ...message, ...found, waits: open !== undefined });
  if (!outcome) return true;
  const hours = { from: clockText(instance.from_minute), until: clockText(instance.until_minute) };
  const text = joinText(outcome, found.language, hours);
  const job = { account, key, msisdn, text, expects: open !== undefined, route };
  await sendLater(trx, joinAnswerTask, job, { key: `${joinAnswerTask} ${account} ${key}` });
  return true;
}

/** The run that a message joins: one that is under way before those that are not started, and those before the others. */
function findKeyword(trx: Trx, account: string, { text, route }: JoinMessage): Promise<FoundKeyword | undefined> {
  const word = foldJoinWord(text);
  const place = route.channel === "sms" ? joinPlace("sms", route.sender) : joinPlace("whatsapp", route.number_id);
  return checkedRow(
    trx,
    FoundKeyword,
    sql`select k.instance_id, k.language from survey.keywords k
      join survey.instances i on i.customer_account = k.customer_account and i.id = k.instance_id
      where k.customer_account = ${account} and k.place = ${place} and k.word = ${word} and ${word} <> ''
      order by k.open desc, i.status = 'pending' desc, k.instance_id desc limit 1`,
  );
}

async function isTooOften(trx: Trx, account: string, msisdn: string): Promise<boolean> {
  const lately = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from survey.joins
      where customer_account = ${account} and msisdn = ${msisdn} and at > now() - interval '1 hour'`,
  );
  return (lately?.count ?? 0) > maxJoinsAnHour;
}

const StateRow = z.object({ state: z.enum(recipientStates) });

/** Puts someone among the people to ask. Answers why they are not asked at once; undefined: they are. */
async function join(
  trx: Trx,
  account: string,
  instance: RunRow,
  { msisdn, language, now, waits }: JoinMessage & FoundKeyword & { waits: boolean },
): Promise<JoinOutcome | undefined> {
  const { id, status } = instance;
  if (status === "pending") return "early";
  if (status === "closed" || status === "done") return "over";
  const before = await checkedRow(
    trx,
    StateRow,
    sql`select state from survey.recipients
      where customer_account = ${account} and instance_id = ${id} and msisdn = ${msisdn}`,
  );
  if (before?.state === "asked" && !instance.join_again) return "done";
  if (before?.state !== "waiting") {
    const taken = await hasRows(
      trx,
      sql`update survey.instances set joined_count = joined_count + 1
        where customer_account = ${account} and id = ${id} and joined_count < max_joiners returning id`,
    );
    if (!taken) return "full";
  }
  await sql`
    insert into survey.recipients (customer_account, instance_id, msisdn, language, joined)
    values (${account}, ${id}, ${msisdn}, ${language}, true)
    on conflict (customer_account, instance_id, msisdn)
      do update set state = 'waiting', language = excluded.language, joined = true`.execute(trx);
  if (waits) return "waits";
  return isInWindow(instance, now) ? undefined : "later";
}

type AnswerJob = { account: string; key: string; msisdn: string; text: string; expects: boolean; route: ReplyRoute };

/** Sends a short answer. What can't be sent for want of money is left: there is no run to pause. @throws Error to run again */
export async function sendJoinAnswer(
  { clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, key, msisdn, text, expects, route } = payload as AnswerJob;
  const { messaging, whatsapp } = clientsOfAccount(account);
  const named = createHash("sha256").update(key).digest("base64url").slice(0, 32);
  if (route.channel === "whatsapp") {
    const body = { to: msisdn, message_id: "s.0.1", form: { text } };
    await whatsapp.askCustomer({ params: { id: route.number_id }, body });
    return;
  }
  const body = { key: `survey-join:${named}`, sender: route.sender, messages: [{ to: msisdn, text, expects }] };
  const answer = await messaging.sendQuestions({ body });
  if (answer.status >= 500) throw new Error(`messaging answered ${answer.status}`);
}
