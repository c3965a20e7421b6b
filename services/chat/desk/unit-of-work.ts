import { sql } from "kysely";
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

/** Rows of a statement. */
export async function rows<Row>(trx: Trx, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return (await (statement as ReturnType<typeof sql<Row>>).execute(trx)).rows;
}

export async function row<Row>(trx: Trx, statement: ReturnType<typeof sql>): Promise<Row | undefined> {
  return (await rows<Row>(trx, statement))[0];
}

/** JSON as a parameter. */
export function json(value: unknown) {
  return sql`${JSON.stringify(value)}::jsonb`;
}

export function texts(values: readonly string[]) {
  return sql`${[...values]}::text[]`;
}

export function bigints(ids: readonly number[]) {
  return sql`${[...ids]}::bigint[]`;
}

/** Whole seconds since 1970 (R092). */
export function seconds(at: Date): number;
export function seconds(at: Date | null): number | null;
export function seconds(at: Date | null): number | null {
  return at === null ? null : Math.floor(at.getTime() / 1000);
}
