import type { LiveBodies } from "../../../rules/live";
import type { Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { type NewNotice, writeNotices } from "../../kit/notices";

/** Who acts: an agent, the customer, or the system itself (a sweep, the router). */
export type Actor = { id: string | null; name: string; kind: "agent" | "customer" | "system"; address?: string };

/** One thing being done, in one transaction: everything that changes chats takes it first. */
export type UnitOfWork = {
  trx: Trx;
  account: string;
  now: Date;
  by: Actor;
  secret: string;
  /** Told to the event log in this order, at the very end. */
  events: { kind: string; body: Record<string, unknown> }[];
  /** Notices for people, written together at the end; whose bell changes besides. */
  notices: NewNotice[];
  bells: Set<string>;
  /** The desk's lock is held. */
  locked: boolean;
};

/** Runs the work, then writes what it told: the log's lock is held for the shortest time. */
export async function runInTransaction<T>(unit: UnitOfWork, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const result = await work(unit);
  const { trx, account, now: at } = unit;
  for (const user of await writeNotices(trx, account, unit.notices, { at })) unit.bells.add(user);
  if (unit.bells.size > 0)
    unit.events.unshift({ kind: "notice", body: { to: [...unit.bells] } satisfies LiveBodies["notice"] });
  if (unit.events.length > 0) await appendAll(unit.trx, unit.account, unit.events);
  return result;
}
