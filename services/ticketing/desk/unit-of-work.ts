import { sql } from "kysely";
import type { LiveBodies } from "../../../rules/live";
import type { Trx } from "../../kit/database";
import { appendAll, type NewEvent } from "../../kit/events";
import { HttpError } from "../../kit/serve";
import type { automationEvents } from "../contract.automations";

/** Who acts: a person, a rule, the system itself (a sweep), or the customer through a channel. */
export type Actor = {
  id: string | null;
  name: string;
  kind: "staff" | "automation" | "system" | "customer";
  address?: string;
};
export type EventName = (typeof automationEvents)[number];

/** Wakes the rules for what happened to a ticket. `comment`: the words of the comment that it was, if it was one. */
export type Wake = (unit: UnitOfWork, ticket: number, events: readonly EventName[], comment?: string) => Promise<void>;

/** One thing being done, in one transaction: everything that changes tickets takes it first. */
export type UnitOfWork = {
  trx: Trx;
  account: string;
  now: Date;
  by: Actor;
  /** How deep in a chain of rules; the event that began the chain. */
  depth: number;
  event?: string;
  wake: Wake;
  /** Our own address, for links in mails; empty where none is set. */
  site: string;
  /** What was touched, told to the event log once at the end. */
  touched: Touched;
};
type Touched = { tickets: Set<number>; people: Set<string> };

export function nothingTouched(): Touched {
  return { tickets: new Set(), people: new Set() };
}

/** Runs the work, then tells of all it touched at once: the log's lock is held for the shortest time. */
export async function runInTransaction<T>(unit: UnitOfWork, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const result = await work(unit);
  const { tickets, people } = unit.touched;
  const events: NewEvent[] = [];
  if (tickets.size > 0) events.push({ kind: "ticket", body: ticketsTold([...tickets], unit.by.id) });
  if (people.size > 0) events.push({ kind: "notice", body: { to: [...people] } satisfies LiveBodies["notice"] });
  if (events.length > 0) await appendAll(unit.trx, unit.account, events);
  return result;
}

/**
 * Does a part of an act that may be refused: then nothing of it stays, and `refused` says what becomes of it.
 */
export async function attempt<T>(
  unit: UnitOfWork,
  work: () => Promise<T>,
  refused: (error: HttpError) => T,
): Promise<T> {
  const { trx } = unit;
  await sql`savepoint attempt`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(trx);
    return result;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await sql`rollback to savepoint attempt`.execute(trx);
    return refused(error);
  }
}

const maxTold = 500;

function ticketsTold(ids: number[], by: string | null): LiveBodies["ticket"] {
  return { ids: ids.slice(0, maxTold), by, ...(ids.length > maxTold ? { all: true } : {}) };
}
