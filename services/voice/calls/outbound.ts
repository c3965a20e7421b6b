import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dialNumber } from "../../../rules/dialling";
import { targetInSource } from "../../../rules/outbound";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import { loadStatus } from "../agents/store";
import type { voice } from "../contract";
import { beginTargetCall, mustBeCallable } from "../targets/after-call";
import type { VoiceContext } from "../workspace/context";
import { mustNotBeKept } from "./automatic";
import { findConsultation } from "./consultations";
import { insertCall } from "./handlers";
import { asCallLog, findCall } from "./store";

/** Watch out: what the dialler says where a number or a prefix is missing is the page's; these are the log's reasons. */
export function outboundHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, "initiateCall"> {
  const { read, write, deps, now } = service;

  /** Numbers that are never called: the account's do-not-call list is the one that STOP writes to. */
  async function isBlacklisted(account: string, number: string): Promise<boolean> {
    const answer = await deps.clientsOfAccount(account).messaging.blacklist({ query: { q: number, per_page: 5 } });
    if (answer.status !== 200)
      throw new HttpError(503, "The do-not-call list can't be read now. Try again in a moment.");
    return answer.body.data.some(({ msisdn }) => msisdn === number);
  }

  return {
    async initiateCall({ body }, context) {
      const { account, who } = context;
      const reference = body.reference ?? randomUUID();
      const known = await read(account, (trx) =>
        findCall(trx, account, sql`c.reference = ${reference} and c.user_id = ${who.id}`, { now: now() }),
      );
      if (known) return dialled(known);
      const phone = dialNumber(body.caller.phone);
      if (!phone.ok)
        throw new HttpError(422, "Enter a Kenyan phone number.", { "caller.phone": ["Enter a Kenyan phone number."] });
      if (await isBlacklisted(account, phone.e164))
        throw new HttpError(403, "This number is on the do-not-call list. It can't be called.");
      const made = await write(context, async (unit) => {
        const number = await checkedRow(
          unit.trx,
          IdRow,
          sql`select id from voice.numbers where customer_account = ${account} and prefix = ${body.prefix}
            and deleted_at is null and 'outbound' = any(modes) order by id limit 1`,
        );
        if (!number) throw new HttpError(403, "Your account can't call with this number. Choose another one.");
        const { undisposed } = await loadStatus(unit.trx, account, who.id, unit.now);
        if (undisposed) throw new HttpError(409, "Set the disposition of your last call first.");
        await mustNotBeKept(unit, who.id);
        const target = targetInSource(body.source);
        if (target !== undefined) await mustBeCallable(unit, target, who.id, phone.e164);
        const id = await insertCall(unit, who, {
          ...{ reference, callId: "", phoneNumber: phone.e164, name: body.caller.name, type: "outbound" },
          ...{ state: "calling/trying", numberId: number.id, queueCallId: null, source: body.source },
          consultation: await findConsultation(unit, body.consultOf, phone.e164),
        });
        if (id !== undefined && target !== undefined)
          await beginTargetCall(unit, { id: target, call: id, agent: { id: who.id, name: who.name } });
        return findCall(unit.trx, account, sql`c.reference = ${reference}`, { now: unit.now, lock: true });
      });
      if (!made) throw new Error("the call was written and is not there");
      return dialled(made);
    },
  };
}

function dialled(call: Parameters<typeof asCallLog>[0]) {
  const dial = call.phone_number.replace(/^\+/, "");
  return { status: 201 as const, body: { status: 201 as const, data: asCallLog(call), dial } };
}
