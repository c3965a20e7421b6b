import { sql } from "kysely";
import type { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import type { whatsappCalls } from "../contract.whatsapp";
import type { SurveyDeps } from "../deps";
import { isOpen, listOpenSessions, type SessionRow } from "../sessions/store";
import { takeKeyword } from "./join";
import { answerSession, endForStop, type FirstTime, findOpenSession } from "./receive";
import { endReplies } from "./run";
import { recordFailure, recordSent } from "./send-whatsapp";

type WhatsappReply = z.output<typeof whatsappCalls.takeWhatsapp.body>;

/** Clocks differ: a message from so long before a session began is not an answer in it. */
const earlySeconds = 120;

/** What the social service tells of WhatsApp. */
export function whatsappHandlers(
  { db }: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount" | "now">,
): Pick<Handlers<typeof survey.calls>, keyof typeof whatsappCalls> {
  return {
    async takeWhatsapp({ body }, { account }) {
      const { taken, ended } = await inAccount(db, account, (trx) =>
        takeMessage(trx, account, body, deps.now?.() ?? new Date()),
      );
      // Told after the commit: at worst a later SMS is handed on once more, and stays in the inbox.
      for (const { sender, msisdn } of ended) await endReplies(deps, account, sender, [msisdn]);
      return { status: 201, body: { taken: taken !== "no", fetch_file: taken === "file first" } };
    },

    async heardWhatsapp({ body }, { account }) {
      const { message_id, provider_id, status, reason } = body;
      const id = Number(/^s\.(\d{1,15})\.\d{1,4}$/.exec(message_id)?.[1] ?? 0);
      await inAccount(db, account, (trx) =>
        status === "failed" ? recordFailure(trx, account, id, reason) : recordSent(trx, account, id, provider_id),
      );
      return { status: 201, body: { status: 201, message: "Done." } };
    },
  };
}

type TakenMessage = { taken: "yes" | "no" | "file first"; ended: Pick<SessionRow, "sender" | "msisdn">[] };

async function takeMessage(trx: Trx, account: string, message: WhatsappReply, now: Date): Promise<TakenMessage> {
  const { msisdn, provider_id, number_id, text, tap, stop, file, file_name, file_fault } = message;
  const first: FirstTime = (session) => noteReceived(trx, account, provider_id, session);
  if (stop) {
    const sessions = await endForStop(trx, account, { msisdn, text }, first);
    // Without a session the word is the inbox's, as it is from everyone.
    const known = sessions.length > 0 || (await wasTaken(trx, account, provider_id));
    return { taken: known ? "yes" : "no", ended: sessions };
  }
  const open = await findOpenSession(trx, account, msisdn);
  if (await wasTaken(trx, account, provider_id)) return { taken: "yes", ended: [] };
  const route = { channel: "whatsapp", number_id } as const;
  const word = { key: `whatsapp ${provider_id}`, msisdn, text, route, now };
  if (tap === "" && file_name === "" && (await takeKeyword(trx, account, word, first)))
    return { taken: "yes", ended: [] };
  if (!open || (await isEarlier(trx, account, open.id, message.at))) return { taken: "no", ended: [] };
  if (file_name !== "" && !file && file_fault === "") return { taken: "file first", ended: [] };
  const kept = file_name === "" ? {} : { file: file ?? { id: null, name: file_name } };
  const reply = { msisdn, text, tap, ...kept, route };
  await answerSession(trx, account, reply, first);
  const [still] = await listOpenSessions(trx, account, sql`x.id = ${open.id}`);
  const over = !still || !isOpen(still.disposition);
  return { taken: "yes", ended: over ? [open] : [] };
}

/** Whether the message was written before the session began: one that the network delivers late. */
async function isEarlier(trx: Trx, account: string, session: number, at: number): Promise<boolean> {
  return hasRows(
    trx,
    sql`select 1 from survey.sessions where customer_account = ${account} and id = ${session}
      and begun_at - ${earlySeconds} * interval '1 second' > ${new Date(at)}`,
  );
}

async function wasTaken(trx: Trx, account: string, provider_id: string): Promise<boolean> {
  return hasRows(
    trx,
    sql`select 1 from survey.received_on_whatsapp
      where customer_account = ${account} and provider_id = ${provider_id}`,
  );
}

/** Notes that the message was taken; false: it was before. */
async function noteReceived(trx: Trx, account: string, provider_id: string, session: number): Promise<boolean> {
  return hasRows(
    trx,
    sql`insert into survey.received_on_whatsapp (customer_account, provider_id, session_id)
      values (${account}, ${provider_id}, ${session}) on conflict do nothing returning provider_id`,
  );
}
