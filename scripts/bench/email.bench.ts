import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { dkimSignature, type Header, makeDkimKey } from "../../services/connectors/email/dkim";
import { fixedParts, headerText, mailBytes, mimeBody } from "../../services/connectors/email/mime";
import type { EmailDeps, EmailUpstreams } from "../../services/email/deps";
import { loadPrice } from "../../services/email/mailings/create";
import { insertDomain, insertSender, updateChecked } from "../../services/email/senders/store";
import { inProcess } from "../../services/kit/client";
import { inAccount, openDatabase } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { messagingService } from "../../services/messaging/service";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const account = "100001";
const secret = "a-secret-for-the-bench-that-is-long-enough";
const readers = 50_000;
const mails = 3_000;

/** Mails of 5 kB made and signed a second, and a mailing to 50,000 readers priced. */
export default async function bench(): Promise<Row[]> {
  const signed = await signedPerSecond();
  const seconds = await pricedIn();
  return [
    {
      name: "mails of 5 kB made and signed",
      figure: `${Math.round(signed)}/s`,
      limit: "1,000/s",
      peer: "nodemailer signing in process: 417 to 516/s",
      ok: signed >= 1_000,
    },
    {
      name: `a mailing to ${readers} readers priced`,
      figure: `${seconds.toFixed(2)} s`,
      limit: "2 s",
      ok: seconds <= 2,
    },
  ];
}

async function signedPerSecond(): Promise<number> {
  const { privateKey } = await makeDkimKey();
  const key = { domain: "bench.test", selector: "b", key: createPrivateKey(privateKey) };
  const html = `<p>${"Ten per cent off all cooking oil until Sunday. ".repeat(80)}</p>`;
  const fixed = fixedParts([], []);
  const one = async (n: number) => {
    const { headers: mime, body } = mimeBody({ text: `Mail ${n}. ${"Offers. ".repeat(100)}`, html, fixed });
    const headers: Header[] = [
      ["From", "news@bench.test"],
      ["To", `reader${n}@mail.test`],
      ["Subject", headerText(`Offers ${n}`)],
      ["List-Unsubscribe", "<https://bench.test/unsubscribe/x>"],
      ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
      ...mime,
    ];
    return mailBytes([await dkimSignature(key, headers, body), ...headers], body).length;
  };
  await one(0);
  const began = performance.now();
  for (let n = 0; n < mails; n += 100) await Promise.all(Array.from({ length: 100 }, (_, at) => one(n + at)));
  return mails / ((performance.now() - began) / 1000);
}

async function pricedIn(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url, { statementTimeout: 120_000 });
    const log = { error: () => undefined, info: () => undefined };
    const options = { introspect: async () => undefined, serviceSecret: secret, log };
    const unused = () => {
      throw new Error("not asked here");
    };
    const contacts = messagingService(
      database,
      { billingFor: unused, identityFor: unused, uploadsFor: unused, dataDir: home, sharedSender: undefined, log },
      options,
    );
    const messaging = inProcess(contacts, { requestId: "bench", address: "", token: serviceToken(secret, account) });
    const deps: EmailDeps = {
      clientsOfAccount: () => ({ messaging }) as unknown as EmailUpstreams,
      ...{ loadFile: async () => undefined, secret, publicUrl: () => "https://bench.test" },
      ...{ bounceDomain: "bounces.test", resolveTxt: async () => [] },
    };
    const group = await fill(database, await makeDkimKey());
    const form = {
      ...{
        kind: "bulk" as const,
        key: "bench-key",
        name: "",
        sender: "news@bench.test",
        preheader: "",
        template_id: null,
      },
      ...{
        subject: "Hello {{first_name}}",
        body: "Offers in {{town}}",
        file_ids: [],
        addresses: "",
        group_ids: [group],
        list_id: null,
      },
      ...{ exclude_ids: [], quiet_days: 0, conditions: [], missing: { town: "blank" as const }, send_at: null },
    };
    const found: number[] = [];
    for (let n = 0; n < 3; n++) {
      const began = performance.now();
      const price = await loadPrice(database, deps, account, form, { id: null, balance: 0 });
      if (price.recipients !== readers) throw new Error(`${price.recipients} recipients`);
      found.push((performance.now() - began) / 1000);
    }
    await database.close();
    return found.sort((a, b) => a - b)[1] ?? Number.NaN;
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

type OpenedHost = ReturnType<typeof openDatabase>;

function fill({ db }: OpenedHost, keys: Awaited<ReturnType<typeof makeDkimKey>>): Promise<number> {
  return inAccount(db, account, async (trx) => {
    const row = await insertDomain(trx, account, "bench.test", { keys, secret, bounceDomain: "bounces.test" });
    await updateChecked(trx, account, row.id, { records: row.records, proved: true });
    await insertSender(trx, account, { name: "Bench", address: "news@bench.test", reply_to: "" });
    const { rows } = await sql<{ id: number }>`
      insert into messaging.contact_groups (customer_account, name, type, contacts)
      values (${account}, 'Bench', 'email', ${readers}) returning id`.execute(trx);
    const group = rows[0]?.id ?? 0;
    await sql`
      with made as (
        insert into messaging.contacts (customer_account, email, name)
        select ${account}, 'reader' || n || '@mail.test', 'Reader ' || n from generate_series(1, ${readers}::int) n
        returning id, email, name
      )
      insert into messaging.group_contacts (customer_account, group_id, contact_id, email, name, fields)
      select ${account}, ${group}, id, email, name, '{"town": "Kisumu"}' from made`.execute(trx);
    return group;
  });
}
