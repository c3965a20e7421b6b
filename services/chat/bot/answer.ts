import { sql } from "kysely";
import { z } from "zod";
import { replyWindow } from "../../../rules/chat-channels";
import type { BotGraph, BotReply } from "../../../rules/whatsapp/bot";
import { botPace, seemsAutomatic } from "../../../rules/whatsapp/bot-guard";
import { type BotStep, beginBot, continueBot } from "../../../rules/whatsapp/bot-steps";
import { checkedRows } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import { deliverLater } from "../messages/send";
import { type ContactRow, mustLock } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { addMessage, freshId } from "../records/messages";
import { loadRouting, opening } from "../routing/settings";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { asBot, endByBot, handOver } from "./hand-over";
import { closeRun, keepState, loadVersion, runningBot } from "./store";

/** What came in, after it was written. `made`: it began its conversation. */
export type OfferedMessage = {
  contact: number;
  message: number;
  text: string;
  meta: Record<string, unknown>;
  made: boolean;
};

/**
 * A message that no one before the bot took. It answers what it has; what it does not understand twice, what a person is
 * asked for, and what a machine seems to write goes to people. The account's lock is held.
 */
export async function offerToBot(unit: UnitOfWork, version: number, given: OfferedMessage): Promise<void> {
  const contact = await mustLock(unit, given.contact);
  const run = given.made ? { version, state: undefined } : await runningBot(unit, given.contact);
  if (!run) return;
  // An agent took it.
  if (contact.opened || contact.ended || contact.waiting_since) return closeRun(unit, given.contact, "person");
  const graph = await loadVersion(unit, contact.inbox_id, run.version);
  if (given.made) await keepState(unit, contact, run);
  const lately = await latelySaid(unit, contact, given.message);
  if (seemsAutomatic(given.text, lately.ours, lately.theirs))
    return handOver(unit, given.contact, "The bot did not answer: a machine seems to write");
  const found = graph ? { graph, ...run } : await newest(unit, contact.inbox_id, version);
  const step = nextStep(
    found.graph,
    found.state,
    given,
    opening(await loadRouting(unit.trx, unit.account), unit.now).open,
  );
  if (!step.understood) await noteMiss(unit, contact.inbox_id, given.message);
  const { open } = replyWindow(contact.channel, seconds(contact.last_customer_at), seconds(unit.now), "system");
  if (!open) return handOver(unit, given.contact, "The bot may not answer any more: it waits for a person");
  if (lately.replies + step.replies.length > botPace.replies)
    return handOver(
      unit,
      given.contact,
      `The bot stopped: more than ${botPace.replies} automatic replies in ${botPace.minutes} minutes`,
    );
  await say(unit, contact, step.replies);
  const { outcome } = step;
  if (outcome.kind === "waiting") return keepState(unit, contact, { version: found.version, state: outcome.state });
  if (outcome.kind === "end") return endByBot(unit, given.contact, "ended");
  return handOver(unit, given.contact, whyPerson[outcome.why], outcome);
}

const whyPerson = {
  chosen: "The bot handed it over: the customer asked for a person",
  "not understood": "The bot handed it over: it did not understand the customer",
  "nothing to ask": "The bot handed it over",
} as const;

/** The version that a conversation began with is no longer kept: it begins again with the one in use. */
async function newest(unit: UnitOfWork, inbox: number, version: number) {
  const graph = await loadVersion(unit, inbox, version);
  if (!graph) throw new Error(`version ${version} of the bot of ${inbox} is not there`);
  return { graph, version, state: undefined };
}

function nextStep(
  graph: BotGraph,
  state: Parameters<typeof continueBot>[1] | undefined,
  { text, meta }: OfferedMessage,
  open: boolean,
): BotStep {
  const input = { text, payload: typeof meta.payload === "string" ? meta.payload : "", open };
  return state ? continueBot(graph, state, input) : beginBot(graph, input);
}

const Line = z.object({ author: z.enum(["bot", "customer"]), text: z.string(), counts: z.boolean() });
type Line = z.infer<typeof Line>;

/** What was said on this number in the last hour, newest first, and how often the bot wrote in its ten minutes. */
async function latelySaid({ trx, account, now }: UnitOfWork, contact: ContactRow, message: number) {
  const lines = await checkedRows(
    trx,
    Line,
    sql`
    select m.author, m.text, m.at > ${now}::timestamptz - make_interval(mins => ${botPace.minutes}) as counts
    from chat.contacts c join chat.messages m on m.customer_account = c.customer_account and m.contact_id = c.contact_id
    where c.customer_account = ${account} and c.person_id = ${contact.person_id} and c.inbox_id = ${contact.inbox_id}
      and m.at > ${now}::timestamptz - interval '1 hour' and m.author in ('bot', 'customer') and m.id <> ${message}
    order by m.id desc limit 200`,
  );
  const said = (author: Line["author"]) => lines.filter((one) => one.author === author);
  return {
    ours: said("bot").map(({ text }) => text),
    theirs: said("customer").map(({ text }) => text),
    replies: said("bot").filter(({ counts }) => counts).length,
  };
}

async function noteMiss({ trx, account, now }: UnitOfWork, inbox: number, message: number): Promise<void> {
  await sql`
    insert into chat.bot_misses (customer_account, message, inbox_id, at) values (${account}, ${message}, ${inbox}, ${now})
    on conflict do nothing`.execute(trx);
}

/** Writes what the bot says; it leaves as every message does. It counts as nobody's answer. */
async function say(unit: UnitOfWork, contact: ContactRow, replies: readonly BotReply[]): Promise<void> {
  // WhatsApp's times are whole seconds: what the customer answers within this one comes after it all the same.
  const second = Math.floor(unit.now.getTime() / 1_000) * 1_000;
  const at = new Date(Math.max(second, contact.last_customer_at?.getTime() ?? 0));
  for (const { text, choices } of replies) {
    const written = await addMessage(unit, {
      ...{ contact_id: contact.contact_id, inbox_id: contact.inbox_id, message_id: freshId() },
      ...{ author: "bot", author_name: "Bot", type: "text", is_admin: true, text, at, status: "queued" },
      ...(choices ? { meta: { choices } } : {}),
    });
    if (written) await tellMessage(asBot(unit), written);
  }
  if (replies.length > 0) await deliverLater(unit, contact.contact_id);
}
