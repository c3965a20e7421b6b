import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { checkedRows } from "../../kit/row-schema";
import type { DB } from "../../tables";
import type { UserKey } from "./two-factor";

const fiveMinutes = 5 * 60_000;
const maxKnown = 50_000;

/**
 * Notes that sessions are in use, and the browser's own words once: at most one write in five minutes for a session,
 * never one a request, and never in the way of one.
 */
export function sessionsInUse(db: Kysely<DB>): (hash: Buffer, agent: string) => void {
  const noted = new Map<string, number>();
  return (hash, agent) => {
    const key = hash.toString("base64");
    const now = Date.now();
    if (now - (noted.get(key) ?? 0) < fiveMinutes) return;
    noted.delete(key);
    noted.set(key, now);
    const [oldest] = noted.keys();
    if (noted.size > maxKnown && oldest !== undefined) noted.delete(oldest);
    const words = agent.slice(0, 300);
    db.updateTable("identity.sessions")
      .set({
        last_seen: new Date(),
        user_agent: sql<string>`case when user_agent = '' then ${words} else user_agent end`,
      })
      .where("token_hash", "=", hash)
      .where((q) =>
        q.or([
          q("last_seen", "<", sql<Date>`now() - interval '5 minutes'`),
          q.and([q("user_agent", "=", ""), q.val(words !== "")]),
        ]),
      )
      .execute()
      .catch(() => noted.delete(key));
  };
}

const SessionRow = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.date(),
  last_seen: z.date(),
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** The live sessions of a person, the one in use first, then by when they were last seen. */
export async function listSessions(db: Kysely<DB>, whose: UserKey, current: Buffer): Promise<SessionRow[]> {
  return checkedRows(
    db,
    SessionRow,
    sql`
    select id, user_agent, address, created_at, last_seen, token_hash = ${current} as current
    from identity.sessions
    where customer_account = ${whose.account} and user_id = ${whose.user} and expires_at > now()
    order by token_hash = ${current} desc, last_seen desc limit 200`,
  );
}

/** Ends one of a person's sessions; answers what it was, or undefined when there is none of that id. */
export async function endOne(db: Kysely<DB>, whose: UserKey, id: string) {
  return db
    .deleteFrom("identity.sessions")
    .where("customer_account", "=", whose.account)
    .where("user_id", "=", whose.user)
    .where("id", "=", id)
    .returning(["user_agent", "address"])
    .executeTakeFirst();
}

/** Ends a person's sessions, except the one whose hash is given. Answers how many. */
export async function endOthers(db: Kysely<DB>, whose: UserKey, except?: Buffer): Promise<number> {
  const gone = await db
    .deleteFrom("identity.sessions")
    .where("customer_account", "=", whose.account)
    .where("user_id", "=", whose.user)
    .$if(except !== undefined, (q) => q.where("token_hash", "!=", except ?? Buffer.alloc(0)))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
