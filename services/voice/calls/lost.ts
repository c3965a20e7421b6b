import { sql } from "kysely";
import { z } from "zod";
import { checkedRows } from "../../kit/row-schema";
import type { VoiceUnitOfWork } from "../workspace/context";
import { changeCall } from "./change";
import { findCall } from "./store";

const LostCallRow = z.object({ id: z.number(), changed_at: z.date(), answered_at: z.date().nullable() });

/**
 * Ends calls of which nothing was told any more: a browser that died says no goodbye. They end as they were when they
 * were last heard of.
 * @param quietSeconds how long nothing may have been heard of them
 */
export async function endLostCalls(
  unit: VoiceUnitOfWork,
  { user, quietSeconds }: { user?: string; quietSeconds: number },
): Promise<number> {
  const { trx, account, now } = unit;
  const lost = await checkedRows(
    trx,
    LostCallRow,
    sql`select id, changed_at, answered_at from voice.calls
      where customer_account = ${account} and ended_at is null and (${user ?? null}::text is null or user_id = ${user ?? null})
        and changed_at < ${now}::timestamptz - ${quietSeconds} * interval '1 second' order by id limit 200`,
  );
  for (const { id, changed_at, answered_at } of lost) {
    const call = await findCall(trx, account, sql`c.id = ${id}`, { now, lock: true });
    if (!call || call.ended_at) continue;
    const callDuration = answered_at
      ? Math.max(0, Math.floor((changed_at.getTime() - answered_at.getTime()) / 1000))
      : undefined;
    await changeCall(unit, call, { state: "terminated", callDuration });
  }
  return lost.length;
}
