import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { ListMachineAction } from "../../../rules/answering-machines";
import { isCallingTime } from "../../../rules/outbound";
import { callsToPlace } from "../../../rules/pacing";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { listAgents } from "../agents/availability";
import {
  attachClaim,
  type ClaimedAgent,
  claimAgent,
  claimFreeAgent,
  freeAgents,
  lockClaims,
  releaseClaim,
} from "../agents/claims";
import { changeCall } from "../calls/change";
import { insertCall } from "../calls/handlers";
import { findCall } from "../calls/store";
import { beginTargetCall } from "../targets/after-call";
import { callingHours, loadOutboundSettings } from "../targets/store";
import type { VoiceUnitOfWork } from "../workspace/context";
import { countInAir, loadDropShare, mustFindPaced, type PacedGroup } from "./store";

/** A call that is placed now. */
export type PacedCall = {
  id: number;
  reference: string;
  target: number;
  to: string;
  name: string;
  from: string;
  dropSound: number | null;
  onMachine: ListMachineAction;
  agent: ClaimedAgent | undefined;
};

/** Who has a number of an automatic call until an agent is kept for it. */
const noAgent: Pick<ClaimedAgent, "user_id" | "name"> = { user_id: "", name: "" };
const dialler = "automatic";

/** Seconds after which a call of which its process says nothing has ended. */
const quietSeconds = 90;
/** Numbers that are looked at in one turn. */
const looked = 60;

const DueNumber = z.object({ id: z.number(), phone_number: z.string() });
export type DueNumber = z.infer<typeof DueNumber>;

/** The numbers of a list that are called next. */
export function listDue(trx: Trx, account: string, group: number, now: Date): Promise<DueNumber[]> {
  return checkedRows(
    trx,
    DueNumber,
    sql`select id, phone_number from voice.targets where customer_account = ${account} and group_id = ${group}
      and state = 'waiting' and next_at <= ${now} and phone_number <> '' order by next_at, id limit ${looked}`,
  );
}

/** Agents who can take a call at this moment and whose phone is there. */
export async function listFree(
  trx: Trx,
  account: string,
  now: Date,
  isReachable: (exten: string) => boolean,
): Promise<ClaimedAgent[]> {
  return freeAgents(await listAgents(trx, account, now), ({ exten }) => isReachable(exten));
}

export async function isOpenNow(
  { trx, account, now }: Pick<VoiceUnitOfWork, "trx" | "account" | "now">,
  group: PacedGroup,
): Promise<boolean> {
  const settings = await loadOutboundSettings(trx, account);
  return group.open && group.our_number !== "" && isCallingTime(now, settings.time_zone, callingHours(settings));
}

/** How many calls may be placed now for a list that runs; undefined where none may. */
export async function readPace(
  unit: Pick<VoiceUnitOfWork, "trx" | "account" | "now">,
  id: number,
  isReachable: (exten: string) => boolean,
) {
  const { trx, account, now } = unit;
  const group = await mustFindPaced(trx, account, id);
  if (group.mode !== "progressive" || group.pacing !== "running" || !(await isOpenNow(unit, group))) return undefined;
  const free = await listFree(trx, account, now, isReachable);
  const { unreserved } = await countInAir(trx, account, id);
  const share = await loadDropShare(trx, account, now);
  const place = callsToPlace({ ...share, free: free.length, unreserved, ratioTenths: group.ratio_tenths });
  return { group, free, ...place };
}

/** Writes the calls that are placed now, each with its number and, where one is kept for it, its agent. */
export async function claimCalls(
  unit: VoiceUnitOfWork,
  id: number,
  numbers: readonly DueNumber[],
  isReachable: (exten: string) => boolean,
): Promise<PacedCall[]> {
  await lockClaims(unit);
  const pace = await readPace(unit, id, isReachable);
  if (!pace) return [];
  const claimed: PacedCall[] = [];
  const free = [...pace.free];
  for (let left = pace.calls; left > 0; left--) {
    const call = await claimNext(unit, pace.group, numbers, { free, reserved: pace.reserved });
    if (!call) break;
    claimed.push(call);
    if (call.agent) free.splice(free.indexOf(call.agent), 1);
  }
  return claimed;
}

type Keeping = { free: readonly ClaimedAgent[]; reserved: boolean };

const NextTarget = z.object({
  id: z.number(),
  phone_number: z.string(),
  name: z.string(),
  owner_id: z.string(),
  agent_first: z.boolean(),
});

/** The next number that may be called, with an agent where one is kept. */
async function claimNext(
  unit: VoiceUnitOfWork,
  group: PacedGroup,
  numbers: readonly DueNumber[],
  { free, reserved }: Keeping,
): Promise<PacedCall | undefined> {
  const { trx, account, now } = unit;
  const users = free.map(({ user_id }) => user_id);
  const found = await checkedRow(
    trx,
    NextTarget,
    sql`select id, phone_number, name, owner_id, agent_first from voice.targets
      where customer_account = ${account} and group_id = ${group.id} and state = 'waiting' and next_at <= ${now}
        and id = any(${bigints(numbers.map((one) => one.id))}) and phone_number <> ''
        and (owner_id = '' or owner_id = any(${users}::text[]))
        and (${users.length} > 0 or not agent_first)
      order by next_at, id limit 1 for update skip locked`,
  );
  if (!found) return undefined;
  const keeps = reserved || found.agent_first || found.owner_id !== "";
  const agent = keeps ? free.find(({ user_id }) => found.owner_id === "" || user_id === found.owner_id) : undefined;
  if (keeps && !agent) return undefined;
  const reference = `jibu-auto-${randomUUID()}`;
  if (agent && !(await claimAgent(unit, agent.user_id, { reference, seconds: quietSeconds }))) return undefined;
  const who = agent ? { id: agent.user_id, name: agent.name } : { id: noAgent.user_id, name: noAgent.name };
  const call = await insertCall(unit, who, {
    ...{ reference, callId: "", phoneNumber: found.phone_number, name: found.name, type: "outbound" },
    ...{ state: "calling/trying", numberId: group.number_id, queueCallId: null, source: `target/${found.id}` },
  });
  if (call === undefined) return undefined;
  await sql`update voice.calls set automatic = true, seen_at = ${now}
    where customer_account = ${account} and id = ${call}`.execute(trx);
  await sql`update voice.targets set agent_first = false
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  await beginTargetCall(unit, { id: found.id, call, agent: { id: who.id || dialler, name: who.name } });
  if (agent) await attachClaim(unit, agent.user_id, reference, call);
  return {
    ...{ id: call, reference, target: found.id, to: found.phone_number, name: found.name },
    ...{ from: group.our_number, dropSound: group.drop_sound_id, agent },
    onMachine: group.on_machine,
  };
}

/** Keeps the agent who has been idle for longest for a call that was answered; undefined: there is none now. */
export async function keepAgent(
  unit: VoiceUnitOfWork,
  call: PacedCall,
  isReachable: (exten: string) => boolean,
): Promise<ClaimedAgent | undefined> {
  const { trx, account } = unit;
  const claim = { reference: call.reference, seconds: quietSeconds, call: call.id };
  const agent = await claimFreeAgent(unit, claim, ({ exten }) => isReachable(exten));
  if (!agent) return undefined;
  const kept = await sql`update voice.calls set user_id = ${agent.user_id}, user_name = ${agent.name}
    where customer_account = ${account} and id = ${call.id} and user_id = '' and ended_at is null`.execute(trx);
  // The call ended meanwhile.
  if (Number(kept.numAffectedRows ?? 0) === 0) {
    await releaseClaim(unit, call.reference);
    return undefined;
  }
  await sql`update voice.targets set assigned_to = ${agent.user_id}, assigned_name = ${agent.name}
    where customer_account = ${account} and id = ${call.target} and state = 'assigned'`.execute(trx);
  return agent;
}

/** Ends calls whose process died before an agent had them. */
export async function endQuietCalls(unit: VoiceUnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const quiet = await checkedRows(
    trx,
    IdRow,
    sql`select id from voice.calls where customer_account = ${account} and automatic and ended_at is null
      and answered_at is null and seen_at < ${now}::timestamptz - ${quietSeconds} * interval '1 second' order by id limit 200`,
  );
  for (const { id } of quiet) {
    const call = await findCall(trx, account, sql`c.id = ${id}`, { now, lock: true });
    if (call && !call.ended_at) await changeCall(unit, call, { state: "terminated" });
  }
}
