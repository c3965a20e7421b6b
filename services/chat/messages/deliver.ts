import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { type Database, inAccount } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow, IdRow } from "../../kit/row-schema";
import type { Carrier, Carrying } from "../deps";
import { tellMessage } from "../records/message-events";
import { messageRow } from "../records/messages";
import { change } from "../workspace/context";
import { dropFileTask, takeStatus, unsendTask } from "./changes";
import { fetchFileTask } from "./files";
import { mailAnswers, mailAnswerTask } from "./mail-answer";
import { pushMessage, pushTask } from "./push";
import { deliverTask } from "./send";

/** Seconds after which a message that was handed over and not heard of lets the next one go. */
const timeoutSeconds = 120;
const unsure = "We don't know whether this arrived: the network did not answer.";

export type ChatTaskDeps = {
  secret: string;
  carrier?: Carrier | undefined;
  /** Removes a stored file. @throws when that can't be done now: the job comes again */
  dropFile?(account: string, id: string): Promise<void>;
};

/**
 * The queued jobs of the chat. A conversation's messages go out in order, each handed to its network once: what broke
 * off in between is never sent again by itself (statement M18). @param given.carrier none: nothing speaks to networks here
 */
export function deliveryTasks(database: Database, { secret, carrier, dropFile }: ChatTaskDeps): Tasks {
  return {
    async [deliverTask]({ account, contact }) {
      const owner = String(account);
      for (;;) {
        const next = await claim(database, owner, Number(contact));
        if (!next) return;
        const none: Carrying = { status: "failed", reason: "This channel is not connected." };
        const outcome = carrier
          ? await carrier.deliver(owner, next.id).catch((): Carrying => ({ status: "unknown" }))
          : none;
        if (outcome.status === "later") return putOff(database, owner, Number(contact), next.id, outcome.seconds);
        await settle(database, owner, secret, next.id, outcome);
      }
    },

    async [mailAnswerTask]({ account, contact }) {
      await mailAnswers({ database, secret, carrier }, String(account), Number(contact));
    },

    [pushTask]: (payload) => pushMessage(database, carrier, payload),

    async [unsendTask]({ account, id }) {
      await carrier?.unsend(String(account), Number(id));
    },

    async [fetchFileTask]({ account, message }) {
      await carrier?.fetchFile(String(account), String(message));
    },

    async [dropFileTask]({ account, id }) {
      await dropFile?.(String(account), String(id));
    },
  };
}

/** The oldest that waits, unless the one before it is on its way. */
function claim({ db }: Database, account: string, contact: number): Promise<{ id: number } | undefined> {
  return inAccount(db, account, async (trx) => {
    await sql`select 1 from chat.contacts where customer_account = ${account} and contact_id = ${contact} for update`.execute(
      trx,
    );
    // Whoever carried these is gone.
    await sql`
      update chat.messages set reason = ${unsure} where customer_account = ${account} and contact_id = ${contact}
        and status = 'queued' and reason = '' and sending_at <= now() - make_interval(secs => ${timeoutSeconds})`.execute(
      trx,
    );
    return checkedRow(
      trx,
      IdRow,
      sql`
      update chat.messages set sending_at = now() where customer_account = ${account} and id = (
        select id from chat.messages where customer_account = ${account} and contact_id = ${contact} and status = 'queued'
          and sending_at is null and deleted_at is null order by id limit 1)
      and not exists (select from chat.messages where customer_account = ${account} and contact_id = ${contact}
        and status = 'queued' and reason = '' and sending_at is not null)
      returning id`,
    );
  });
}

/** It waits for its network; what stands behind it waits with it. */
function putOff({ db }: Database, account: string, contact: number, id: number, seconds: number): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`update chat.messages set sending_at = null where customer_account = ${account} and id = ${id}`.execute(
      trx,
    );
    const at = new Date(Date.now() + Math.ceil(seconds * 1_000));
    await sendLater(trx, deliverTask, { account, contact }, { at, key: `${deliverTask}:${account}:${contact}:later` });
  });
}

type FinalOutcome = Exclude<Carrying, { status: "later" }>;

async function settle(
  { db }: Database,
  account: string,
  secret: string,
  id: number,
  outcome: FinalOutcome,
): Promise<void> {
  const given = { db, account, secret, now: new Date(), by: { id: null, name: brand.name, kind: "system" as const } };
  await change(given, async (unit) => {
    const found = await messageRow(unit.trx, account, sql`m.id = ${id}`);
    if (!found) return;
    if (outcome.status !== "unknown") {
      const news = { message_id: found.message_id, provider_id: outcome.provider_id, reason: outcome.reason ?? "" };
      await takeStatus(unit, found.inbox_id, [{ ...news, status: outcome.status }]);
      return;
    }
    await sql`
      update chat.messages set reason = ${unsure} where customer_account = ${account} and id = ${id} and status = 'queued'`.execute(
      unit.trx,
    );
    if (found.status === "queued") await tellMessage(unit, { ...found, reason: unsure }, "status");
  });
}
