import { brand } from "../../../rules/brand";
import { type Database, readAccount, type Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { type AccountUnitOfWork, newUnit, runUnitOfWork } from "../../kit/unit-of-work";
import type { VoiceDeps } from "../deps";
import { ensureAccount } from "./seed";

/** Who acts: a person, or the system itself (the PBX, the hourly tidying). */
export type VoiceActor = { id: string | null; name: string; address?: string };
export type VoiceUnitOfWork = AccountUnitOfWork<VoiceActor>;

/** What a handler knows of its caller. */
type CallerContext = { account: string; who: Person | Service; address: string };

/** What every handler works with: reads and changes of one account's call centre. */
export type VoiceContext = ReturnType<typeof voiceContext>;

export function voiceContext(database: Database, deps: VoiceDeps) {
  const { db } = database;
  const now = () => deps.now?.() ?? new Date();

  async function read<T>(account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    await ensureAccount(db, account);
    return readAccount(db, account, work);
  }

  /** A change in one transaction, by the caller. */
  function write<T>(context: CallerContext, work: (unit: VoiceUnitOfWork) => Promise<T>): Promise<T> {
    return change(context.account, actorFrom(context), work);
  }

  async function change<T>(account: string, by: VoiceActor, work: (unit: VoiceUnitOfWork) => Promise<T>): Promise<T> {
    await ensureAccount(db, account);
    const make = (trx: Trx) => newUnit({ trx, account, now: now(), by });
    return runUnitOfWork(db, account, make, work, { collisions: true });
  }

  return { database, deps, now, read, write, change };
}

export const systemActor: VoiceActor = { id: null, name: brand.name };

function actorFrom({ who, address }: Pick<CallerContext, "who" | "address">): VoiceActor {
  return who.kind === "person" ? { id: who.id, name: who.name, address } : systemActor;
}

/** For the account's activities. */
export function activityActor({ by }: Pick<VoiceUnitOfWork, "by">) {
  return by.id === null ? ("system" as const) : { id: by.id, name: by.name, address: by.address ?? "" };
}

/** Tells whoever watches the call centre that something of a call or an agent changed. */
export function tell(
  unit: VoiceUnitOfWork,
  kind: "voice.call" | "voice.agent",
  body: { user: string | null; id: number | string; status: string },
): void {
  const { user, ...rest } = body;
  unit.events.push({ kind, body: { ...rest, user, to: user === null ? [] : [user] } });
}
