import { sql } from "kysely";
import { callingHoursText, isCallingTime } from "../../../rules/outbound";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import { mustNotBeKept } from "../calls/automatic";
import { findCall } from "../calls/store";
import type { voice } from "../contract";
import { callBackResult, writeState } from "../targets/after-call";
import { mustFindGroup } from "../targets/groups";
import {
  asTarget,
  callingHours,
  findAssigned,
  findTargets,
  loadOutboundSettings,
  type TargetRow,
} from "../targets/store";
import { activityActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { callBackTask } from "./jobs";
import { listOptedOut, noCallReason } from "./merge";

type Targets = "assignCall" | "currentTarget" | "releaseTarget" | "restoreTarget" | "scheduleCallBack";

/** Numbers on the do-not-call list that are passed over before an agent is told that there is none. */
const passedOver = 50;
/** A call-back is promised for at most so many days from now. */
const maxDays = 365;

/** The calls of an agent who dials the numbers of lists one by one. */
export function targetHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Targets> {
  const { read, write, deps, now } = service;

  return {
    async assignCall({ params: { id } }, context) {
      const { account, who } = context;
      if (id !== 0) await read(account, (trx) => mustFindGroup(trx, account, id));
      const { messaging } = deps.clientsOfAccount(account);
      for (let round = 0; round < passedOver; round++) {
        const found = await write(context, (unit) => takeNext(unit, { id: who.id, name: who.name }, id));
        if ("none" in found) return problem(403, found.none);
        const [out] = await listOptedOut(messaging, [found.phone_number]);
        if (out === undefined) return { status: 202, body: { status: 202, data: asTarget(found) } };
        await write(context, (unit) => writeState(unit, found.id, { state: "trash", result: sentence(noCallReason) }));
      }
      return problem(403, "No call is scheduled. Ask again in a moment.");
    },

    async currentTarget(_, { account, who }) {
      const body = await read(account, async (trx) => {
        const settings = await loadOutboundSettings(trx, account);
        const hours = callingHours(settings);
        const [target, callBacks, groups] = await Promise.all([
          findAssigned(trx, account, who.id),
          findTargets(
            trx,
            account,
            sql`t.owner_id = ${who.id} and t.state = 'waiting' and t.group_id is null`,
            sql`order by t.next_at, t.id limit 50`,
          ),
          checkedRows(
            trx,
            IdNameRow,
            sql`select id, name from voice.target_groups where customer_account = ${account} and active
              and deleted_at is null and state = 'done' order by priority desc, id limit 200`,
          ),
        ]);
        return {
          target: target ? asTarget(target) : null,
          callBacks: callBacks.map(asTarget),
          ...{ groups, open: isCallingTime(now(), settings.time_zone, hours), hours: callingHoursText(hours) },
        };
      });
      return { status: 200, body };
    },

    async releaseTarget({ params: { id }, body }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        const own = sql`t.id = ${id} and t.state = 'assigned' and t.assigned_to = ${context.who.id}`;
        const [found] = await findTargets(trx, account, own, sql`for update of t`);
        if (!found) throw new HttpError(404, "You don't have this number any more.");
        await mustNotBeKept(unit, context.who.id);
        if (body.to === "trash") {
          await writeState(unit, id, { state: "trash", result: body.reason || "Put into the trash by the agent" });
          return;
        }
        const { retry_minutes } = await loadOutboundSettings(trx, account);
        const nextAt = new Date(unit.now.getTime() + retry_minutes * 60_000);
        await writeState(unit, id, { state: "waiting", result: body.reason || "Skipped", nextAt });
      });
      const message = body.to === "trash" ? "Number put into the trash" : "Number returned to the list";
      return { status: 201, body: { status: 201, message } };
    },

    async restoreTarget({ params: { id } }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        const [found] = await findTargets(
          trx,
          account,
          sql`t.id = ${id} and t.state in ('trash', 'given_up', 'machine')`,
          sql`for update of t`,
        );
        if (!found) throw new HttpError(404, "This number is not in the trash.");
        await writeState(unit, id, { state: "waiting", result: "Restored", nextAt: unit.now });
        await sql`update voice.targets set attempts = 0 where customer_account = ${account} and id = ${id}`.execute(
          trx,
        );
        await recordActivity(trx, account, activityActor(unit), {
          ...{ action: "Call list changed", subject: "call list", subject_id: String(found.group_id ?? "") },
          description: `${unit.by.name} restored the number ${found.phone_number}`,
        });
      });
      return { status: 201, body: { status: 201, message: "Number restored" } };
    },

    async scheduleCallBack({ params: { reference }, body }, context) {
      const at = new Date(body.at);
      const far = at.getTime() - now().getTime();
      if (far <= 0) throw wrong("at", "Choose a time to come.");
      if (far > maxDays * 86_400_000) throw wrong("at", "Choose a day within a year.");
      const target = await write(context, async (unit) => {
        const { trx, account } = unit;
        const which = sql`c.reference = ${reference} and c.user_id = ${context.who.id}`;
        const call = await findCall(trx, account, which, { now: unit.now, lock: true });
        if (!call) throw new HttpError(404, "There is no such call.");
        if (!/^\+\d{8,15}$/.test(call.phone_number)) throw new HttpError(422, "This call has no number to call back.");
        const { id } = await savePromise(unit, { ...call, note: body.note }, context.who, at);
        await sendLater(trx, callBackTask, { account, target_id: id }, { at, key: `${callBackTask} ${account} ${id}` });
        await recordActivity(trx, account, activityActor(unit), {
          ...{ action: "Call back planned", subject: "call", subject_id: String(call.id) },
          description: `${unit.by.name} planned to call ${call.phone_number} back`,
        });
        const [made] = await findTargets(trx, account, sql`t.id = ${id}`);
        if (!made) throw new Error("the call-back was written and is not there");
        return asTarget(made);
      });
      return { status: 201, body: target };
    },
  };
}

type Agent = { id: string; name: string };

/**
 * The number that the agent has, else a call-back that is due, else the next of the lists: those of the highest priority
 * first, one agent each. Outside the hours of calls only call-backs are given.
 */
async function takeNext(unit: VoiceUnitOfWork, who: Agent, group: number): Promise<TargetRow | { none: string }> {
  const { trx, account, now } = unit;
  // Two requests of one agent are one after the other, so that both get the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`voice.assign ${account} ${who.id}`}, 0))`.execute(trx);
  const own = await findAssigned(trx, account, who.id);
  if (own) return own;
  const settings = await loadOutboundSettings(trx, account);
  const hours = callingHours(settings);
  const open = isCallingTime(now, settings.time_zone, hours);
  const id = (await pickCallBack(unit, who.id)) ?? (open ? await pickNext(unit, who.id, group) : undefined);
  if (id === undefined)
    return {
      none: open ? "No call is scheduled." : `No call is scheduled: calls are made ${callingHoursText(hours)}.`,
    };
  await sql`
    update voice.targets set state = 'assigned', assigned_to = ${who.id}, assigned_name = ${who.name}, assigned_at = ${now},
      changed_at = ${now} where customer_account = ${account} and id = ${id}`.execute(trx);
  const [found] = await findTargets(trx, account, sql`t.id = ${id}`);
  return found ?? { none: "No call is scheduled." };
}

async function pickCallBack({ trx, account, now }: VoiceUnitOfWork, user: string): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from voice.targets where customer_account = ${account} and owner_id = ${user} and owner_id <> ''
      and group_id is null and state = 'waiting' and next_at <= ${now} order by next_at, id limit 1 for update skip locked`,
  );
  return found?.id;
}

async function pickNext(
  { trx, account, now }: VoiceUnitOfWork,
  user: string,
  group: number,
): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select t.id from (
        select id, priority from voice.target_groups
        where customer_account = ${account} and active and deleted_at is null and state = 'done'
          and (${group} = 0 or id = ${group})
        order by priority desc, id
      ) g
      cross join lateral (
        select id from voice.targets
        where customer_account = ${account} and group_id = g.id and state = 'waiting' and next_at <= ${now}
          and owner_id in ('', ${user})
        order by next_at, id limit 1 for update skip locked
      ) t
      order by g.priority desc, g.id limit 1`,
  );
  return found?.id;
}

type Promised = { phone_number: string; name: string; note: string; target_id: number | null };

/**
 * The call-back of an agent to a number: one at a time for each, the last promise counts. The number of a list that was
 * called is done by it.
 */
async function savePromise(unit: VoiceUnitOfWork, call: Promised, who: Agent, at: Date): Promise<{ id: number }> {
  const { trx, account, now } = unit;
  if (call.target_id !== null)
    await sql`
      update voice.targets set state = 'done', result = ${callBackResult}, changed_at = ${now}
      where customer_account = ${account} and id = ${call.target_id} and group_id is not null and state <> 'trash'`.execute(
      trx,
    );
  const known = await checkedRow(
    trx,
    IdRow,
    sql`update voice.targets set next_at = ${at}, note = ${call.note}, changed_at = ${now}
      where customer_account = ${account} and owner_id = ${who.id} and owner_id <> '' and group_id is null
        and phone_number = ${call.phone_number} and phone_number <> '' and state = 'waiting' returning id`,
  );
  if (known) return known;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.targets (customer_account, phone_number, name, note, next_at, owner_id, owner_name, changed_at)
      values (${account}, ${call.phone_number}, ${call.name.slice(0, 200)}, ${call.note}, ${at}, ${who.id}, ${who.name}, ${now})
      returning id`,
  );
  if (!made) throw new Error("the call-back was not written");
  return made;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}
