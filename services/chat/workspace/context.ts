import { brand } from "../../../rules/brand";
import { type Database, readAccount, type Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { newUnit, runUnitOfWork } from "../../kit/unit-of-work";
import type { ChatDeps } from "../deps";
import { ensureAccount } from "./seed";
import type { Actor, UnitOfWork } from "./unit-of-work";

/** What a handler knows of its caller. */
export type CallerContext = { account: string; who: Person | Service; address: string };

/** What every handler works with: reads and changes of one account's desk. */
export type ChatContext = ReturnType<typeof chatContext>;

export function chatContext(database: Database, deps: ChatDeps) {
  const { db } = database;
  const now = () => deps.now?.() ?? new Date();

  async function read<T>(account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    await ensureAccount(db, account);
    return readAccount(db, account, work);
  }

  /** A change in one transaction, by the caller unless `by` says who. */
  async function write<T>(
    context: CallerContext,
    work: (unit: UnitOfWork) => Promise<T>,
    by: Actor = actorFrom(context),
  ): Promise<T> {
    return change({ db, account: context.account, now: now(), by, secret: deps.secret }, work);
  }

  return { database, deps, now, read, write };
}

type UnitOfWorkOptions = { db: Database["db"]; account: string; now: Date; by: Actor; secret: string };

/** One change of an account's chats. */
export async function change<T>(
  { db, ...given }: UnitOfWorkOptions,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { account, secret } = given;
  await ensureAccount(db, account);
  const make = (trx: Trx) => ({ ...newUnit({ ...given, trx }), secret, locked: false });
  return runUnitOfWork(db, account, make, work, { collisions: true });
}

export function actorFrom({ who, address }: Pick<CallerContext, "who" | "address">): Actor {
  return who.kind === "person"
    ? { id: who.id, name: who.name, kind: "agent", address }
    : { id: null, name: brand.name, kind: "system" };
}

/** For the account's activities. */
export function activityActor({ by }: Pick<UnitOfWork, "by">) {
  return by.id === null ? ("system" as const) : { id: by.id, name: by.name, address: by.address ?? "" };
}
