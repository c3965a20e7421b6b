import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { sql } from "kysely";
import { expect } from "vitest";
import { callbackDoor } from "../../front/callbacks";
import type { GateEnv } from "../../front/proxies";
import type { Permission, Product } from "../../rules/access";
import { type MpesaOptions, startMpesa } from "../../sandbox/mpesa";
import type { BillingDeps } from "../../services/billing/deps";
import { billingTasks } from "../../services/billing/jobs";
import { receiveCallback } from "../../services/billing/payments/callbacks";
import { billingService } from "../../services/billing/service";
import { post, proof } from "../../services/billing/store";
import { mpesa } from "../../services/connectors/mpesa/mpesa";
import { inProcess } from "../../services/kit/client";
import { inAccount, type Trx } from "../../services/kit/database";
import { work } from "../../services/kit/jobs";
import { serviceToken } from "../../services/kit/principal";
import { freshDatabase } from "../setup/database";
import { person, surroundings } from "../setup/people";

/** What the identity service was asked to change, and whom it knows. */
type Identity = { granted: { account: string; grant: string[]; revoke: string[] }[]; parents: Map<string, string> };

/** Billing with a database of its own, an M-Pesa that answers on a real wire, and a door for its callbacks. */
export async function billingFixture(options: MpesaOptions & { seconds?: number } = {}) {
  const database = await freshDatabase();
  const { seconds = 5, ...behaviour } = options;
  const sandbox = await startMpesa(behaviour);
  const identity: Identity = { granted: [], parents: new Map() };
  const files = new Map<string, string>();
  let skew = 0;
  let doorUrl = "";
  const noted: { [account: string]: string } = {};
  const deps: BillingDeps = {
    identityFor: (account) => fakeIdentity(identity, account),
    uploadsFor: (account) => fakeUploads(files, account),
    mpesa: mpesa({ url: sandbox.url, ...sandbox.credentials, seconds }),
    callbackUrl: (secret) => {
      noted.last = secret;
      return `${doorUrl}/callbacks/mpesa/${secret}`;
    },
    seller: {
      name: "Jibu",
      address: "Ngong Road, Nairobi",
      email: "platform@jibu.test",
      phone: "",
      kra_pin: "P051234567X",
    },
    now: () => new Date(Date.now() + skew),
  };
  const people: Parameters<typeof surroundings>[0] = {};
  const serveOptions = surroundings(people);
  const served = billingService(database, serveOptions, deps);
  const tasks = billingTasks(database, deps);

  const app = new Hono<GateEnv>();
  app.use(async (c, next) => {
    c.set("address", "127.0.0.1");
    await next();
  });
  app.route(
    "/callbacks",
    callbackDoor({ mpesa: (secret, raw) => receiveCallback(database, secret, raw), log: { error: () => undefined } }),
  );
  const endpoint = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      doorUrl = `http://127.0.0.1:${port}`;
      resolve(server);
    });
  });

  let accounts = 0;
  let stopJobs: (() => Promise<void>) | undefined;
  /** A new account with money on its balance, and a client for its owner. */
  async function account(
    cents = 0,
    given: { products?: Product[]; permissions?: Permission[]; platform?: boolean } = {},
  ) {
    const number = `4${String(++accounts).padStart(5, "0")}`;
    people[number] = { ...person({ customer_account: number, id: `u${number}`, products: [], ...given }) };
    // A token of a service lives a minute: a new one for each call.
    const asService = () =>
      inProcess(served, { token: serviceToken(serveOptions.serviceSecret, number), requestId: "t", address: "" });
    const service = new Proxy({} as ReturnType<typeof asService>, {
      get: (_, name) => Reflect.get(asService(), name),
    });
    const opened = await service.openAccount({ body: { name: `Shop ${number}`, email: `owner@${number}.test` } });
    expect(opened.status).toBe(201);
    if (cents > 0)
      await inAccount(database.db, number, (trx) =>
        post(trx, number, {
          kind: "topup",
          reference: "start",
          entries: [
            { ledger: "cash", cents: -cents },
            { ledger: "available", cents },
          ],
        }),
      );
    const ask = inProcess(served, { token: number, requestId: `r${Math.random()}`, address: "127.0.0.1" });
    const inside = <T>(read: (trx: Trx) => Promise<T>) => inAccount(database.db, number, read);
    const rows = async (statement: string) =>
      (await inside((trx) => sql.raw<Record<string, unknown>>(statement).execute(trx))).rows;
    const balance = async () =>
      Number(
        (await rows(`select available_cents from billing.wallets where customer_account = '${number}'`))[0]
          ?.available_cents,
      );
    return { number, ask, service, inside, rows, balance, proveBooks: () => proveBooks(number, inside) };
  }

  async function proveBooks(number: string, inside: <T>(read: (trx: Trx) => Promise<T>) => Promise<T>) {
    await inside(async (trx) => {
      const wallet = await trx
        .selectFrom("billing.wallets")
        .selectAll()
        .where("customer_account", "=", number)
        .executeTakeFirstOrThrow();
      const sums = await proof(trx, number);
      expect(sums).toEqual({ all: 0, available: wallet.available_cents, held: wallet.held_cents });
      const { rows } = await sql<{ seq: number; available_change: number; available_after: number; uneven: number }>`
        select t.seq, t.available_change, t.available_after, coalesce(sum(e.cents), 0)::bigint as uneven
        from billing.ledger_transactions t left join billing.ledger_entries e
          on e.customer_account = t.customer_account and e.transaction_id = t.id
        where t.customer_account = ${number} group by t.seq, t.available_change, t.available_after order by t.seq`.execute(
        trx,
      );
      let running = 0;
      for (const [i, row] of rows.entries()) {
        running += row.available_change;
        expect(row).toEqual({
          seq: i + 1,
          available_change: row.available_change,
          available_after: running,
          uneven: 0,
        });
      }
      expect(running).toBe(wallet.available_cents);
    });
  }

  return {
    database,
    sandbox,
    deps,
    tasks,
    served,
    people,
    serveOptions,
    identity,
    /** Uploaded files: id and account. */
    files,
    account,
    secret: () => noted.last ?? "",
    doorUrl: () => doorUrl,
    /** Lets so much time pass for the rules; jobs that were planned are run by calling their task. */
    pass: (ms: number) => {
      skew += ms;
    },
    async startJobs() {
      const jobs = await work(database.url, tasks, { error: () => undefined });
      stopJobs = () => jobs.stop();
    },
    async close() {
      await stopJobs?.();
      await sandbox.close();
      await new Promise((resolve) => endpoint.close(resolve));
      await database.drop();
    },
  };
}

function fakeIdentity(identity: Identity, account: string): ReturnType<BillingDeps["identityFor"]> {
  return {
    async accountOf() {
      const body = {
        customer_account: account,
        name: `Shop ${account}`,
        billing_customer_id: `b-${account}`,
        time_zone: "Africa/Nairobi",
        platform: false,
        parent_account: identity.parents.get(account) ?? null,
        suspended_at: null,
        products: [],
        phone: "",
        country: "KE",
        currency: "KES",
        kra_pin: "",
        owners: [{ id: 1, name: "Wanjiru Maina", email: `owner@${account}.test` }],
      };
      return { status: 200, body };
    },
    async grantProducts(input) {
      const { grant = [], revoke = [] } = input?.body ?? {};
      identity.granted.push({ account, grant, revoke });
      return { status: 201, body: { products: grant } };
    },
  };
}

function fakeUploads(files: Map<string, string>, account: string): ReturnType<NonNullable<BillingDeps["uploadsFor"]>> {
  const missing = { status: 404 as const, body: { status: 404, message: "There is no such file." } };
  return {
    attach: async (input) =>
      input?.body.ids.every((id) => files.get(id) === account) ? { status: 201, body: { files: [] } } : missing,
    link: async (input) => {
      const id = String(input?.params.id);
      const expires_at = new Date().toISOString();
      return files.get(id) === account ? { status: 200, body: { url: `/files/${id}?s=1`, expires_at } } : missing;
    },
  };
}

/** Waits until something is so. */
export async function until(condition: () => Promise<boolean> | boolean, ms = 15_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("it did not become so");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs `count` pieces of work, `width` at a time: a race that no full connection pool ends early. */
export async function racing<T>(count: number, work: (i: number) => Promise<T>, width = 10): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const runner = async () => {
    while (next < count) {
      const i = next++;
      results[i] = await work(i);
    }
  };
  await Promise.all(Array.from({ length: width }, runner));
  return results;
}
