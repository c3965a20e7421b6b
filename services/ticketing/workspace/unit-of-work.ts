import { sql } from "kysely";
import type { LiveBodies } from "../../../rules/live";
import type { Database, Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type * as kit from "../../kit/unit-of-work";
import { newUnit, runUnitOfWork } from "../../kit/unit-of-work";
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

/** One thing being done to an account's tickets: everything that changes them takes it first. */
export type UnitOfWork = kit.AccountUnitOfWork<Actor> & {
  /** How deep in a chain of rules; the event that began the chain. */
  depth: number;
  event?: string;
  wake: Wake;
  /** Our own address, for links in mails; empty where none is set. */
  site: string;
  /** Ids of the tickets that were changed: one event names them all at the end. */
  changed: Set<number>;
};

type NewUnit = Pick<UnitOfWork, "account" | "now" | "by" | "wake" | "site">;

/** Runs the work in one transaction, then names the tickets it changed in one event. */
export function changeTickets<T>(
  db: Database["db"],
  { wake, site, ...begun }: NewUnit,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const make = (trx: Trx): UnitOfWork => ({ ...newUnit({ ...begun, trx }), wake, site, depth: 0, changed: new Set() });
  return runUnitOfWork(db, begun.account, make, async (unit) => {
    const result = await work(unit);
    if (unit.changed.size > 0) unit.events.push({ kind: "ticket", body: ticketsTold([...unit.changed], unit.by.id) });
    return result;
  });
}

/**
 * Does a part of the work that may be refused: then nothing of it stays, and `refused` says what becomes of it.
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
