import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { isDuplicate } from "../../kit/database";
import { missing } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import { asCallLog, findCall } from "../calls/store";
import type { voice } from "../contract";
import { figuresNeeds } from "../contract.schemas";
import { disposeTarget } from "../targets/after-call";
import { activityActor, tell, type VoiceContext } from "../workspace/context";
import { keepEarlierDisposition, listCallDispositions, listDispositionTypes, removeType, saveType } from "./store";

/** The calls about what is said of calls that ended. */
export function dispositionHandlers(
  service: VoiceContext,
): Pick<
  Handlers<typeof voice.calls>,
  "dispositionTypes" | "callDispositions" | "setDisposition" | "saveDispositionType" | "removeDispositionType"
> {
  const { read, write, now } = service;
  return {
    async dispositionTypes(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => listDispositionTypes(trx, account)) } };
    },

    async callDispositions({ params: { id } }, { account, who }) {
      const all = missing(who, figuresNeeds) === undefined;
      const data = await read(account, async (trx) => {
        const call = await findCall(trx, account, sql`c.id = ${id} and (${all} or c.user_id = ${who.id})`, {
          now: now(),
        });
        if (!call) throw new HttpError(404, "There is no such call.");
        return listCallDispositions(trx, account, call);
      });
      return { status: 200, body: { data } };
    },

    async setDisposition({ body }, context) {
      const { who } = context;
      const data = await write(context, async (unit) => {
        const { trx, account, now } = unit;
        const call = await findCall(trx, account, sql`c.reference = ${body.reference}`, { now, lock: true });
        const other = call?.user_id !== who.id && missing(who, figuresNeeds) !== undefined;
        if (!call || other) throw new HttpError(404, "There is no such call.");
        if (!call.ended_at) throw new HttpError(409, "The call has not ended yet.");
        const type = (await listDispositionTypes(trx, account)).find(({ id }) => id === body.disposition_id);
        if (!type) throw wrong("disposition_id", "Choose a disposition.");
        const item = type.items.find(({ id }) => id === body.item_id);
        if (body.item_id !== null && !item) throw wrong("item_id", "Choose one of its items.");
        if (body.item_id === null && type.items.length > 0) throw wrong("item_id", "Choose one of its items.");
        await keepEarlierDisposition(unit, call);
        await sql`
          update voice.calls set disposition_id = ${type.id}, disposition = ${type.name},
            disposition_item_id = ${item?.id ?? null}, disposition_item = ${item?.title ?? ""}, note = ${body.note},
            disposed_at = ${now}, disposed_by = ${unit.by.name},
            wrap_ended_at = case when wrap_until is null then null
              else coalesce(wrap_ended_at, least(wrap_until, ${now}::timestamptz)) end
          where customer_account = ${account} and id = ${call.id}`.execute(trx);
        if (call.target_id !== null) await disposeTarget(unit, call.id, type);
        await recordActivity(trx, account, activityActor(unit), {
          ...{ action: "Call disposed", subject: "call", subject_id: String(call.id) },
          description: `${unit.by.name} set the disposition of a call: ${type.name}`,
        });
        tell(unit, "voice.call", { user: call.user_id, id: call.id, status: call.status });
        return findCall(trx, account, sql`c.id = ${call.id}`, { now, lock: true });
      });
      if (!data) throw new Error("the call was changed and is not there");
      return { status: 201, body: { status: 201, data: asCallLog(data) } };
    },

    async saveDispositionType({ body }, context) {
      await write(context, async (unit) => {
        const id = await saveType(unit, body);
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          ...{ action: "Call disposition saved", subject: "call disposition", subject_id: String(id) },
          description: `${unit.by.name} saved the disposition ${body.name}`,
        });
      }).catch((error: unknown) => {
        if (isDuplicate(error)) throw wrong("name", "There is a disposition of this name already.");
        throw error;
      });
      return { status: 201, body: { status: 201, message: "Disposition saved" } };
    },

    async removeDispositionType({ params: { id } }, context) {
      await write(context, async (unit) => {
        const name = await removeType(unit, id);
        if (name === undefined) throw new HttpError(404, "There is no such disposition.");
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          ...{ action: "Call disposition removed", subject: "call disposition", subject_id: String(id) },
          description: `${unit.by.name} removed the disposition ${name}`,
        });
      });
      return { status: 201, body: { status: 201, message: "Disposition removed" } };
    },
  };
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}
