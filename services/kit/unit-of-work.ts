import type { LiveBodies } from "../../rules/live";
import { type Database, inAccount, type Trx } from "./database";
import { appendAll, type NewEvent } from "./events";
import { type NewNotice, writeNotices } from "./notices";

/** One thing being done for an account, in one transaction. What others are told of it is written at its end. */
export type AccountUnitOfWork<Actor = unknown> = {
  trx: Trx;
  account: string;
  now: Date;
  by: Actor;
  /** For the event log, in this order. */
  events: NewEvent[];
  /** For people, each in the ways they chose. */
  notices: NewNotice[];
  /** Ids of people whose unread notices changed otherwise. */
  bells: Set<string>;
};

/** A unit of work that nothing was done in yet. */
export function newUnit<Actor>(
  begun: Pick<AccountUnitOfWork<Actor>, "trx" | "account" | "now" | "by">,
): AccountUnitOfWork<Actor> {
  return { ...begun, events: [], notices: [], bells: new Set() };
}

/**
 * Runs the work in one transaction, then writes its notices and events: whoever else writes to the account's log waits
 * for as short a time as there is. Repeated by the policy of `inAccount`, so `work` must leave nothing behind but its
 * statements and what it adds to the unit, which is made anew each time.
 * @param make the unit of a transaction
 */
export function runUnitOfWork<Unit extends AccountUnitOfWork, T>(
  db: Database["db"],
  account: string,
  make: (trx: Trx) => Unit,
  work: (unit: Unit) => Promise<T>,
  options: { collisions?: boolean } = {},
): Promise<T> {
  return inAccount(
    db,
    account,
    async (trx) => {
      const unit = make(trx);
      const result = await work(unit);
      await publish(unit);
      return result;
    },
    options,
  );
}

async function publish({ trx, account, now: at, events, notices, bells }: AccountUnitOfWork): Promise<void> {
  for (const user of await writeNotices(trx, account, notices, { at })) bells.add(user);
  const told: NewEvent[] = [...events];
  if (bells.size > 0) told.unshift({ kind: "notice", body: { to: [...bells] } satisfies LiveBodies["notice"] });
  if (told.length > 0) await appendAll(trx, account, told);
}
