import { sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { BlastDeps } from "../blasts/deps";
import type { messaging } from "../contract";
import type { textCalls } from "../contract.internal";
import { whyNone } from "./asking";
import { sendByProgram } from "./send";

const HeardFromRow = z.object({ contact: z.string(), at: z.date() });

/** Texts of other services to one person, and who has written. They go the way of every message. */
export function textHandlers(
  database: Database,
  deps: BlastDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof textCalls> {
  return {
    async sendText({ body: { key, sender, to, text } }, { account }) {
      const by = { account, name: "", keyId: null, balance: 0 };
      const request = { sender, send_at: null, messages: [{ to, text }], idempotencyKey: key };
      const sent = await sendByProgram(database, deps, by, request).catch((error: unknown) => {
        const [why] = whyNone(error, [{ to }]);
        if (!why) throw error;
        return why;
      });
      if ("opted_out" in sent)
        return { status: 201, body: { message: null, refused: sent.message, opted_out: sent.opted_out } };
      const [row] = sent.accepted;
      const [why] = sent.refused;
      const message = row ? { id: `${row.blast_id}-${row.seq}`, cost_cents: sent.cost_cents } : null;
      const opted_out = why?.reason === "opted_out";
      return {
        status: 201,
        body: { message, refused: message ? "" : (why?.message ?? "It was not sent."), opted_out },
      };
    },

    async heardFrom({ body: { since, msisdns } }, { account }) {
      const found = await readAccount(database.db, account, (trx) =>
        checkedRows(
          trx,
          HeardFromRow,
          sql`select msisdn as contact, max(received_at) as at from messaging.inbox
            where customer_account = ${account} and msisdn = any(${texts(msisdns)}) and received_at > ${since}::timestamptz
            group by msisdn`,
        ),
      );
      return { status: 200, body: { data: found.map(({ contact, at }) => ({ contact, at: at.toISOString() })) } };
    },
  };
}
