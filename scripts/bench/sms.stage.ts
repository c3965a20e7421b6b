import { sql } from "kysely";
import { billingService } from "../../services/billing/service";
import { post } from "../../services/billing/store";
import { inProcess } from "../../services/kit/client";
import { type Database, inAccount } from "../../services/kit/database";
import { type Person, serviceToken } from "../../services/kit/principal";
import { messagingService } from "../../services/messaging/service";

export type BenchRow = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

/** The account of the benches of SMS. */
export const account = "100001";

const log = {
  error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`),
  info: () => undefined,
};

/** The messaging service with billing in this process, asked as the account's owner. */
export function smsStage(database: Database, dataDir: string, workerUrl?: URL) {
  const around = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-that-is-long-enough", log };
  const me = { requestId: "bench", address: "127.0.0.1" };
  const money = billingService(database, around);
  const billingFor = (of: string) => inProcess(money, { ...me, token: serviceToken(around.serviceSecret, of) });
  const unused = () => {
    throw new Error("not asked here");
  };
  const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
  const outside = { billingFor, identityFor: unused, uploadsFor: unused, sharedSender: undefined };
  const deps = { ...outside, ...files, log, standardLinks: () => "https://s.test/l" };
  const ask = inProcess(messagingService(database, deps, around), { ...me, token: "owner" });
  return { ask, billingFor, log };
}

const owner: Person = {
  kind: "person",
  customer_account: account,
  id: "1",
  name: "Wanjiru Maina",
  email: "owner@savanna.test",
  user_group: "1",
  roles: [{ name: "Owner" }],
  permissions: [],
  products: ["SMS"],
  billing_customer_id: "b-100001",
};

/** An account with money, a sender ID and one group of so many. Answers the group. */
export function fillSms({ db }: Database, recipients: number): Promise<number> {
  return inAccount(db, account, async (trx) => {
    await sql`insert into billing.wallets (customer_account, billing_customer_id) values (${account}, 'b-100001')`.execute(
      trx,
    );
    const cents = 1_000_000_000;
    const entries = [
      { ledger: "cash" as const, cents: -cents },
      { ledger: "available" as const, cents },
    ];
    await post(trx, account, { kind: "topup", reference: "bench", entries });
    await sql`insert into messaging.senders (customer_account, sender, status) values (${account}, 'SAVANNA', 'approved')`.execute(
      trx,
    );
    const { rows } = await sql<{ id: number }>`
      insert into messaging.contact_groups (customer_account, name, contacts, field_names)
      values (${account}, 'Everybody', ${recipients}, '{first_name,balance}') returning id`.execute(trx);
    const group = rows[0]?.id ?? 0;
    await sql`
      with people as (
        insert into messaging.contacts (customer_account, msisdn, name)
        select ${account}, '+2547' || lpad(((n::bigint * 7919) % 100000000)::text, 8, '0'), 'Wanjiru Maina'
        from generate_series(1, ${recipients}::int) as n returning id, msisdn, name
      )
      insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields)
      select ${account}, ${group}, id, msisdn, name, jsonb_build_object('first_name', 'Wanjiru', 'balance', id::text)
      from people`.execute(trx);
    return group;
  });
}
