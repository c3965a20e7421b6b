import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { billingService } from "../../services/billing/service";
import { findWallet, post, proof } from "../../services/billing/store";
import { type CallerHeaders, inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import type { SendingDeps } from "../../services/messaging/blasts/deps";
import { startWorker } from "../../services/messaging/blasts/sending";
import { blastHandlers } from "../../services/messaging/blasts/service";
import type { CarrierHooks } from "../../services/messaging/connectors/carrier";
import { smppCarrier } from "../../services/messaging/connectors/smpp-carrier";
import { type BlastDetail, blastCalls } from "../../services/messaging/contract.blasts";
import type { Price } from "../../services/messaging/contract.price";
import type { BlastForm } from "../../services/messaging/contract.sending";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
export const lakeside = "200002";

const people = {
  owner: person(),
  viewer: person({ roles: [], permissions: ["View bulk message"] }),
  nobody: person({ roles: [], permissions: [] }),
  other: person({ customer_account: lakeside, name: "Otieno" }),
};
export type Token = keyof typeof people;
type Name = keyof typeof blastCalls;
type CallInput = { params?: object; query?: object; body?: object };
type Answered = { status: number; body: Body };
// The answers of all calls at once: each test says what it expects of its own.
type Body = Record<string, unknown> & { message: string; id: number; errors?: Record<string, string[]> };

export type Member = { msisdn: string | null; name?: string; fields?: Record<string, string> };
export type Stage = Awaited<ReturnType<typeof blastStage>>;

/** A number in a range of Safaricom; the same `n` is the same number. */
export function phone(n: number): string {
  return `+2547${String(n).padStart(8, "0")}`;
}

/** Looks again until `look` answers something, and says what it waited for when that takes too long. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A service that asks another one. Its token lives for a minute, so each call has its own, however slow the test is. */
export function serviceCaller(secret: string, account: string): CallerHeaders {
  return {
    requestId: "test",
    address: "",
    get token() {
      return serviceToken(secret, account);
    },
  };
}

/** The blast half of the messaging service with billing, on a database of its own, with money and sender IDs. */
export async function blastStage(
  options: { cents?: number; now?: () => Date; sharedSender?: string; standardLinks?: () => string } = {},
) {
  const database = await freshDatabase();
  const faults: unknown[] = [];
  const log = {
    error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields),
    info: () => undefined,
  };
  const around = { ...surroundings(people), log };
  const money = billingService(database, around);
  const billingFor = (account: string) => inProcess(money, serviceCaller(around.serviceSecret, account));
  const { sharedSender, standardLinks } = options;
  const deps = { billingFor, sharedSender, standardLinks, ...(options.now ? { now: options.now } : {}) };
  const served = serve(contract("messaging", blastCalls), blastHandlers(database, deps), around);
  const workers: { stop(): Promise<void> }[] = [];

  for (const account of [savanna, lakeside]) {
    await inAccount(database.db, account, async (trx) => {
      await sql`insert into billing.wallets (customer_account, billing_customer_id) values (${account}, ${`b-${account}`})`.execute(
        trx,
      );
      const cents = options.cents ?? 100_000_000;
      await post(trx, account, {
        kind: "topup",
        reference: "start",
        entries: [
          { ledger: "cash", cents: -cents },
          { ledger: "available", cents },
        ],
      });
      await trx
        .insertInto("messaging.senders")
        .values([
          { customer_account: account, sender: "SAVANNA", kind: "transactional", status: "approved" },
          { customer_account: account, sender: "OFFERS", kind: "promotional", status: "approved" },
          { customer_account: account, sender: "WAITING", kind: "transactional", status: "pending" },
        ])
        .execute();
    });
  }

  async function ask(name: Name, input: CallInput = {}, token: Token = "owner"): Promise<Answered> {
    const answer = (await served.call(name, input as never, caller(token))) as unknown as Answered;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  /** A group of contacts of its own, straight into the tables. */
  async function group(
    members: Member[],
    account = savanna,
    name = `Group ${randomUUID().slice(0, 8)}`,
  ): Promise<number> {
    const fieldNames = [...new Set(members.flatMap((member) => Object.keys(member.fields ?? {})))];
    return inAccount(database.db, account, async (trx) => {
      const made = await trx
        .insertInto("messaging.contact_groups")
        .values({ customer_account: account, name, contacts: members.length, field_names: fieldNames })
        .returning("id")
        .executeTakeFirstOrThrow();
      const rows = JSON.stringify(
        members.map((member, i) => ({
          n: i,
          msisdn: member.msisdn,
          email: member.msisdn ? null : `no${i}@${made.id}.test`,
          name: member.name ?? "",
          fields: member.fields ?? {},
        })),
      );
      await sql`
        with given as (
          select * from json_to_recordset(${rows}::json) as g (n int, msisdn text, email text, name text, fields jsonb)
        ), numbered as (
          insert into messaging.contacts (customer_account, msisdn, email, name)
          select ${account}, msisdn, email, name from given order by n
          on conflict (customer_account, msisdn) do update set name = excluded.name
          returning id, msisdn, email
        )
        insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, email, name, fields)
        select ${account}, ${made.id}, c.id, g.msisdn, g.email, g.name, g.fields
        from given g join numbered c on coalesce(c.msisdn, c.email) = coalesce(g.msisdn, g.email)`.execute(trx);
      return made.id;
    });
  }

  function form(given: Partial<BlastForm> = {}): BlastForm {
    return { sender: "SAVANNA", body: "Karibu Savanna Traders.", key: randomUUID(), ...given };
  }

  async function draft(given: Partial<BlastForm>, token: Token = "owner"): Promise<BlastDetail> {
    const made = await ask("createBlast", { body: form(given) }, token);
    if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
    return made.body as unknown as BlastDetail;
  }

  async function detail(id: number): Promise<BlastDetail> {
    return (await ask("blast", { params: { id } })).body as unknown as BlastDetail;
  }

  /** Makes and confirms a blast. */
  async function send(given: Partial<BlastForm>): Promise<BlastDetail> {
    const made = await draft(given);
    const confirmed = await ask("confirmBlast", { params: { id: made.id } });
    if (confirmed.status !== 201) throw new Error(`${confirmed.status} ${JSON.stringify(confirmed.body)}`);
    return detail(made.id);
  }

  /** One statement as this account sees the tables; answers its rows. */
  async function rows<T>(statement: string, account = savanna): Promise<T[]> {
    return inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);
  }

  /** A worker with short times; `carrier` makes the way out. */
  async function work(carrier: SendingDeps["carrier"], more: Partial<SendingDeps> = {}) {
    const times = { settleMs: 100, unknownWaitMs: 300, repairMs: 400 };
    const worker = await startWorker(database, { ...deps, log, carrier, ...times, ...more });
    workers.push(worker);
    return worker;
  }

  /** A worker on the real connector. */
  function workOn(smsc: { port: number }, more: Partial<SendingDeps> = {}) {
    const url = `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`;
    return work(
      (hooks: CarrierHooks) => smppCarrier(database, { url, window: more.window ?? 500, tps: 0 }, hooks),
      more,
    );
  }

  /** What the ledger says: cached balances and the sums of the entries. */
  function ledger(account = savanna) {
    return inAccount(database.db, account, async (trx) => {
      const wallet = await findWallet(trx, account, `b-${account}`);
      return {
        available: wallet?.available_cents ?? 0,
        held: wallet?.held_cents ?? 0,
        sums: await proof(trx, account),
      };
    });
  }

  /** Waits until the money of a blast is settled for good, which is when nothing of it is left in the queue. */
  function settled(id: number, ms = 20_000): Promise<BlastDetail> {
    return until(
      `the money of blast ${id} is settled`,
      async () => {
        const { rows } = await database.pool.query("select 1 from messaging.queue where blast_id = $1", [id]);
        return rows.length === 0 && (await detail(id));
      },
      ms,
    );
  }

  return {
    database,
    faults,
    deps,
    ask,
    rows,
    group,
    form,
    draft,
    send,
    detail,
    work,
    workOn,
    ledger,
    settled,
    price: async (given: Partial<BlastForm>) => (await ask("price", { body: form(given) })).body as unknown as Price,
    billingFor,
    async close() {
      for (const worker of workers) await worker.stop();
      await database.drop();
    },
  };
}
