import { type Database, inAccount, isCollision, readAccount, type Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import type { ChatDeps } from "../deps";
import { type Act, acting, type By } from "./act";
import { ensureAccount } from "./seed";

/** What a handler knows of its caller. */
export type Asking = { account: string; who: Person | Service; address: string };

/** What every handler works with: reads and changes of one account's desk. */
export type Bench = ReturnType<typeof benchOf>;

/** A change is tried so often when another one stood in its way (a deadlock, the same row made twice). */
const tries = 4;

export function benchOf(database: Database, deps: ChatDeps) {
  const { db } = database;
  const now = () => deps.now?.() ?? new Date();

  async function read<T>(account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    await ensureAccount(db, account);
    return readAccount(db, account, work);
  }

  /** A change in one transaction, by the caller unless `by` says who. */
  async function write<T>(asking: Asking, work: (act: Act) => Promise<T>, by: By = byOf(asking)): Promise<T> {
    return change({ db, account: asking.account, now: now(), by, secret: deps.secret }, work);
  }

  return { database, deps, now, read, write };
}

type Changing = { db: Database["db"]; account: string; now: Date; by: By; secret: string };

/** One change of an account's chats, tried again when it ran into another. */
export async function change<T>({ db, ...given }: Changing, work: (act: Act) => Promise<T>): Promise<T> {
  await ensureAccount(db, given.account);
  for (let n = 1; ; n++)
    try {
      return await inAccount(db, given.account, (trx) =>
        acting({ ...given, trx, told: [], notices: [], bells: new Set(), locked: false }, work),
      );
    } catch (error) {
      if (n >= tries || !isCollision(error)) throw error;
    }
}

export function idOf(who: Person | Service): string {
  return who.kind === "person" ? who.id : "";
}

export function byOf({ who, address }: Pick<Asking, "who" | "address">): By {
  return who.kind === "person"
    ? { id: who.id, name: who.name, kind: "agent", address }
    : { id: null, name: "Jibu", kind: "system" };
}

/** For the account's activities. */
export function actorOf({ by }: Pick<Act, "by">) {
  return by.id === null ? ("system" as const) : { id: by.id, name: by.name, address: by.address ?? "" };
}
