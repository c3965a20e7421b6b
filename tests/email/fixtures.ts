import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type MailHost, startMailHost } from "../../sandbox/mail";
import { billingService } from "../../services/billing/service";
import { findWallet, post } from "../../services/billing/store";
import { openSmtpPool } from "../../services/connectors/email/smtp-pool";
import type { EmailDeps } from "../../services/email/deps";
import { startSending } from "../../services/email/sending/sending";
import { emailService } from "../../services/email/service";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { messagingService } from "../../services/messaging/service";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
export const lakeside = "200002";
export const bounceDomain = "bounces.jibu.test";

const products = ["Email" as const];
const people = {
  owner: person({ products }),
  viewer: person({ products, roles: [], permissions: ["View bulk message"] }),
  nobody: person({ products, roles: [], permissions: [] }),
  other: person({ customer_account: lakeside, name: "Otieno", products }),
};
export type Token = keyof typeof people;
export type Fixture = Awaited<ReturnType<typeof emailFixture>>;

type CallInput = { params?: object; query?: object; body?: object };
// The answers of all calls at once: each test says what it expects of its own.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Answered = { status: number; body: any };

/** Looks again until `look` answers something, and says what it waited for when that takes too long. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The e-mail service with billing, messaging and a mail host, on a database of its own; its domain is proved. */
export async function emailFixture({ judge }: { judge?: (address: string) => [number, string] | undefined } = {}) {
  const database = await freshDatabase();
  const faults: unknown[] = [];
  const log = {
    error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields),
    info: () => undefined,
  };
  const options = { ...surroundings(people), log };
  const dns = new Map<string, string[]>();
  const files = new Map<string, { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }>();
  const money = billingService(database, options);
  const as = (account: string) => ({
    requestId: "test",
    address: "",
    token: serviceToken(options.serviceSecret, account),
  });
  const unused = () => {
    throw new Error("not asked in these tests");
  };
  const contacts = messagingService(
    database,
    { billingFor: unused, identityFor: unused, uploadsFor: unused, dataDir: "/tmp", sharedSender: undefined, log },
    options,
  );
  const host: MailHost = await startMailHost({ keep: 5_000, ...(judge ? { judge } : {}) });
  const deps: EmailDeps = {
    clientsOfAccount: (account) => ({
      billing: inProcess(money, as(account)),
      messaging: inProcess(contacts, as(account)),
      uploads: {
        attach: async ({ body }: { body: { ids: string[] } }) => {
          const known = body.ids.flatMap((id) => (files.has(id) ? [{ id, ...files.get(id), purpose: "email" }] : []));
          return known.length < body.ids.length
            ? { status: 404, body: { status: 404, message: "" } }
            : { status: 201, body: { files: known.map((file) => ({ ...file, bytes: file.bytes?.length ?? 0 })) } };
        },
      } as never,
    }),
    loadFile: async (_, id) => files.get(id),
    secret: options.serviceSecret,
    publicUrl: () => "https://jibu.test",
    bounceDomain,
    resolveTxt: async (name) => dns.get(name) ?? [],
  };
  const served = emailService(database, deps, options);
  const workers: { stop(): Promise<void> }[] = [];

  async function ask(
    name: string,
    input: CallInput = {},
    token: Token | "guest" = "owner",
    agent = "",
  ): Promise<Answered> {
    const guest = { requestId: "test", address: "10.0.0.1", token: "", ...(agent ? { agent } : {}) };
    const who = token === "guest" ? guest : caller(token);
    const answer = (await served.call(name as never, input as never, who)) as unknown as Answered;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  for (const account of [savanna, lakeside])
    await inAccount(database.db, account, async (trx) => {
      await sql`insert into billing.wallets (customer_account, billing_customer_id) values (${account}, ${`b-${account}`})`.execute(
        trx,
      );
      const entries = [
        { ledger: "cash", cents: -1_000_000 },
        { ledger: "available", cents: 1_000_000 },
      ] as const;
      await post(trx, account, { kind: "topup", reference: "start", entries: [...entries] });
    });

  /** A domain whose records are there, and an address at it. */
  async function prove(domain: string, token: Token = "owner"): Promise<void> {
    const added = await ask("addDomain", { body: { domain } }, token);
    for (const { name, value } of added.body.records) dns.set(name, [value]);
    await ask("checkDomain", { params: { id: added.body.id } }, token);
    await ask("addSender", { body: { name: "Savanna Traders", address: `news@${domain}` } }, token);
  }
  await prove("savanna.test");

  async function group(
    members: { email: string | null; name?: string; fields?: Record<string, string> }[],
    account = savanna,
  ) {
    return inAccount(database.db, account, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into messaging.contact_groups (customer_account, name, type, contacts)
        values (${account}, ${randomUUID()}, 'email', ${members.length}) returning id`.execute(trx);
      const id = rows[0]?.id ?? 0;
      await sql`
        with given as (
          select email, name, fields, row_number() over () as place
          from unnest(${members.map(({ email }) => email)}::text[], ${members.map(({ name }) => name ?? "")}::text[],
            ${members.map(({ fields }) => JSON.stringify(fields ?? {}))}::text[]) m (email, name, fields)
        ), made as (
          insert into messaging.contacts (customer_account, msisdn, email, name)
          select ${account}, '+2547' || lpad((${id} * 100000 + place)::text, 8, '0'), email, name from given returning id, msisdn
        )
        insert into messaging.group_contacts (customer_account, group_id, contact_id, email, name, fields)
        select ${account}, ${id}, made.id, given.email, given.name, given.fields::jsonb
        from given join made on made.msisdn = '+2547' || lpad((${id} * 100000 + place)::text, 8, '0')`.execute(trx);
      return id;
    });
  }

  const form = (more: object) => ({
    ...{
      sender: "news@savanna.test",
      subject: "Offers",
      body: "Dear {{first_name|customer}}",
      key: randomUUID(),
      ...more,
    },
  });

  return {
    ...{ database, deps, host, served, ask, group, prove, form, dns, files, faults },
    /** The account's groups as a page reads them. */
    groups: () =>
      inAccount(database.db, savanna, async (trx) => {
        const { rows } = await sql<{ id: number; name: string; contacts: number; field_names: string[] }>`
          select id, name, contacts, field_names from messaging.contact_groups where customer_account = ${savanna}`.execute(
          trx,
        );
        return rows;
      }),
    async send(more: object): Promise<number> {
      const made = await ask("createMailing", { body: form(more) });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const sent = await ask("confirmMailing", { params: { id: made.body.id } });
      if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
      return made.body.id;
    },
    async ended(id: number) {
      return until(`mailing ${id} ends`, async () => {
        const { body } = await ask("mailing", { params: { id } });
        return ["sent", "failed", "cancelled"].includes(body.status) && body.sending === 0 && body;
      });
    },
    money: (account = savanna) =>
      inAccount(database.db, account, async (trx) => {
        const wallet = await findWallet(trx, account, `b-${account}`);
        if (!wallet) throw new Error("there is no wallet");
        return wallet;
      }),
    work(more: Partial<Parameters<typeof startSending>[2]> = {}, port = host.port) {
      const pool = openSmtpPool(new URL(`smtp://127.0.0.1:${port}`));
      const worker = startSending(database, deps, {
        ...{ pool, onError: (error) => void faults.push(error), idleMs: 20, sweepMs: 50, awayMs: 100, ...more },
      });
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await host.close();
      await database.drop();
    },
  };
}
