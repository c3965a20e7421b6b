import { type Kysely, sql } from "kysely";
import type { DB } from "../tables";

/** Something told and not kept: who is there, who types. */
export type TransientEvent = { kind: string; body: Record<string, unknown> };

export const transientChannel = "transient_events";

/** PostgreSQL takes less than 8,000 bytes in a notification. */
const maxBytes = 7_000;

/** Tells the listeners of every process something that is not kept. Throws when it is over 7 kB. */
export async function sendTransientEvent(db: Kysely<DB>, account: string, kind: string, body: Record<string, unknown>) {
  await notifyAll(db, [formatPayload(account, kind, body)]);
}

/**
 * Sends one after the other, in the order in which they were said: "writing" must not be overtaken by "looking".
 * What is said while others are on their way goes out together.
 */
export function transientSender(db: Kysely<DB>) {
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      await notifyAll(db, texts);
    }
  }

  return async (account: string, kind: string, body: Record<string, unknown>): Promise<void> => {
    waiting.push(formatPayload(account, kind, body));
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
    });
    await sending;
  };
}

function formatPayload(account: string, kind: string, body: Record<string, unknown>): string {
  const text = JSON.stringify([account, kind, body]);
  if (Buffer.byteLength(text) > maxBytes) throw new Error("that is too long for a transient event");
  return text;
}

export function parsePayload(payload: string): { account: string; event: TransientEvent } {
  const [account = "", kind = "", body] = JSON.parse(payload) as [string, string, Record<string, unknown>];
  return { account, event: { kind, body: body ?? {} } };
}

async function notifyAll(db: Kysely<DB>, texts: string[]): Promise<void> {
  await sql`select pg_notify(${transientChannel}, t) from unnest(${texts}::text[]) t`.execute(db);
}
