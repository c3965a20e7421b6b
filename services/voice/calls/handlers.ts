import { sql } from "kysely";
import { z } from "zod";
import { dialNumber } from "../../../rules/dialling";
import { parsePhone } from "../../../rules/phone.foreign";
import { isEnded, isExtension } from "../../../rules/voice";
import { missing } from "../../kit/principal";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { attachClaim } from "../agents/claims";
import type { voice } from "../contract";
import type { callCalls } from "../contract.calls";
import { figuresNeeds } from "../contract.schemas";
import { ensureQueueCall } from "../queue/store";
import { tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { takeAutomaticCall } from "./automatic";
import { addEvent, changeCall } from "./change";
import { type Consultation, findColleague, findConsultation, noteTransfer, type TransferAgent } from "./consultations";
import { asCallLog, callPage, findCall } from "./store";

type Elsewhere =
  | "initiateCall"
  | "saveRecording"
  | "recording"
  | "dispositionTypes"
  | "callDispositions"
  | "setDisposition"
  | "caller";

/** E.164 where it is a number, a Kenyan landline too; an extension stays as it is. */
export function asE164(given: string): string {
  if (isExtension(given)) return given;
  const phone = parsePhone(/^\d{9,15}$/.test(given) ? `+${given}` : given);
  if (phone.ok) return phone.e164;
  const again = parsePhone(given);
  if (again.ok) return again.e164;
  const landline = dialNumber(given);
  return landline.ok ? landline.e164 : given.slice(0, 20);
}

type NewCall = {
  reference: string;
  callId: string;
  phoneNumber: string;
  name: string;
  type: "inbound" | "outbound";
  state: "calling/trying" | "ringing" | "rejected";
  numberId: number | null;
  queueCallId: number | null;
  source?: string;
  consultation?: Consultation;
  transferredBy?: TransferAgent | undefined;
};

/** Writes a call into the log once. Answers its id, or undefined where the reference is there already. */
export async function insertCall(
  unit: VoiceUnitOfWork,
  who: { id: string; name: string },
  call: NewCall,
): Promise<number | undefined> {
  const { trx, account, now } = unit;
  const status = call.type === "outbound" ? "Trying" : "Ringing";
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.calls (customer_account, reference, call_id, type, phone_number, name, number_id, queue_call_id,
        user_id, user_name, state, status, started_at, changed_at, source, consultation, consult_of, transferred_by,
        transferred_by_name)
      values (${account}, ${call.reference}, ${call.callId}, ${call.type}, ${call.phoneNumber}, ${call.name},
        ${call.numberId}, ${call.queueCallId}, ${who.id}, ${who.name}, ${call.state}, ${status}, ${now}, ${now},
        ${call.source ?? ""}, ${call.consultation?.is ?? false}, ${call.consultation?.of ?? null},
        ${call.transferredBy?.exten ?? ""}, ${call.transferredBy?.name ?? ""})
      on conflict (customer_account, reference) do nothing returning id`,
  );
  if (!made) return undefined;
  await addEvent(unit, made.id, call.state === "rejected" ? "ringing" : call.state, status);
  tell(unit, "voice.call", { user: who.id, id: made.id, status });
  return made.id;
}

/** The calls by which the browser's phone keeps the log, and the log itself. */
export function callHandlers(
  service: VoiceContext,
): Omit<Pick<Handlers<typeof voice.calls>, keyof typeof callCalls>, Elsewhere> {
  const { read, write, now } = service;

  /** Whose calls one sees: everybody's with the figures, else one's own. */
  function ownOnly({ who }: CallContext): string | null {
    return missing(who, figuresNeeds) === undefined ? null : who.id;
  }

  return {
    async logCall({ body }, context) {
      const { who } = context;
      const data = await write(context, async (unit) => {
        const { trx, account } = unit;
        const phoneNumber = asE164(body.phoneNumber);
        await takeAutomaticCall(unit, who.id, body);
        const known = await findCall(trx, account, sql`c.reference = ${body.reference}`, { now: unit.now, lock: true });
        if (!known) {
          const number = await findNumber(unit, body.calledNumber);
          const consultation = await findConsultation(unit, body.consultOf, phoneNumber);
          const waits = body.type === "inbound" && !consultation.is;
          const queueCallId = waits ? await ensureQueueCall(unit, { ...body, phoneNumber, number }) : null;
          const transferredBy = await findColleague(unit, body.transferredBy);
          const state = body.type === "outbound" ? "calling/trying" : "ringing";
          const call = {
            ...{ ...body, phoneNumber, numberId: number?.id ?? null, queueCallId, consultation, transferredBy },
          } as const;
          await insertCall(unit, who, { ...call, state });
        }
        const call = await findCall(trx, account, sql`c.reference = ${body.reference}`, { now: unit.now, lock: true });
        if (call?.user_id !== who.id) throw new HttpError(409, "Another agent's call has this reference.");
        if (body.queueReference) await attachClaim(unit, who.id, body.queueReference, call.id);
        // A call that was refused at once is told with its end.
        if (!known && isEnded(body.status))
          await changeCall(unit, call, { state: body.status === "Rejected" ? "rejected" : "terminated" });
        return findCall(trx, account, sql`c.id = ${call.id}`, { now: unit.now, lock: true });
      });
      if (!data) throw new Error("the call was written and is not there");
      return { status: 201, body: { status: 201, data: asCallLog(data) } };
    },

    async updateCall({ body }, context) {
      const data = await write(context, async (unit) => {
        const { trx, account } = unit;
        const which = sql`c.reference = ${body.reference} and (c.type = ${body.type} or c.automatic) and c.user_id = ${context.who.id}`;
        const call = await findCall(trx, account, which, { now: unit.now, lock: true });
        if (!call) throw new HttpError(404, "There is no such call.");
        if (body.callId && call.call_id === "")
          await sql`update voice.calls set call_id = ${body.callId}
            where customer_account = ${account} and id = ${call.id}`.execute(trx);
        if (body.transferredTo) await noteTransfer(unit, call.id, asE164(body.transferredTo));
        await changeCall(unit, call, body);
        return findCall(trx, account, sql`c.id = ${call.id}`, { now: unit.now, lock: true });
      });
      if (!data) throw new Error("the call was changed and is not there");
      return { status: 201, body: { status: 201, data: asCallLog(data) } };
    },

    async recentCalls({ query }, context) {
      const { account } = context;
      const where = sql`c.customer_account = ${account} and ${mine(ownOnly(context))} and ${withNumber(query.phone_number)}`;
      return { status: 200, body: await read(account, (trx) => callPage(trx, query, where, now())) };
    },

    async callHistory({ query }, context) {
      const { account } = context;
      const where = sql`c.customer_account = ${account} and c.ended_at is not null
        and (${query.type ?? null}::text is null or c.type = ${query.type ?? null})
        and ${mine(ownOnly(context))} and ${withNumber(query.phone_number)}`;
      return { status: 200, body: await read(account, (trx) => callPage(trx, query, where, now())) };
    },
  };
}

function mine(user: string | null) {
  return user === null ? sql`true` : sql`c.user_id = ${user}`;
}

/** A search by number, as people type it; without one nothing is left out (R082). */
export function withNumber(typed: string) {
  if (typed === "") return sql`true`;
  const digits = typed.replace(/\D/g, "").replace(/^0+/, "");
  if (digits === "") return sql`false`;
  return sql`c.phone_number like ${`%${digits}%`}`;
}

const NumberRow = z.object({ id: z.number(), queue: z.string() });

async function findNumber(
  { trx, account }: VoiceUnitOfWork,
  called: string,
): Promise<{ id: number; queue: string } | undefined> {
  if (called === "") return undefined;
  return checkedRow(
    trx,
    NumberRow,
    sql`select id, queue from voice.numbers
      where customer_account = ${account} and phone_number = ${asE164(called)} and deleted_at is null`,
  );
}
