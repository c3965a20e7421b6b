import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { account, inDemoAccount, signIn, signInForToken, startedApplication } from "./application";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const readers = 20_000;
const pages = ["/ticketing", "/crm/leads", "/contacts/contact-group", "/sms/history"];
/** Pages asked for one after the other, ten a second. */
const asked = 100;

/**
 * What people wait for while a mailing goes out as fast as it can. Pages, the signing of mails, the sandbox's mail host and
 * PostgreSQL share the machine, and all but PostgreSQL the process.
 */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  const { url, dataDir } = app;
  try {
    const group = await bigGroup(dataDir);
    const cookie = await signIn(url);
    await timePages(url, cookie, 20);
    const alone = await timePages(url, cookie, asked);
    const { ask, id } = await sentMailing(url, group);
    await pause(1_000);
    const before = await ask(id);
    const began = performance.now();
    const beside = await timePages(url, cookie, asked);
    const after = await ask(id);
    const mails = (before.queued - after.queued) / ((performance.now() - began) / 1_000);
    if (before.queued === 0 || mails === 0) throw new Error("the mailing was over before the pages were asked for");
    return [
      {
        name: "pages beside a mailing, p95",
        figure: `${beside.toFixed(0)} ms`,
        limit: "250 ms",
        peer: `the same pages alone ${alone.toFixed(0)} ms; ${mails.toFixed(0)} mails/s meanwhile`,
        ok: beside <= 250,
      },
    ];
  } finally {
    await app.stop();
  }
}

/** The 95th percentile in ms. */
async function timePages(url: string, cookie: string, many: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < many; n += 1) {
    const began = performance.now();
    const answer = await fetch(`${url}${pages[n % pages.length]}`, { headers: { cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}`);
    const ms = performance.now() - began;
    took.push(ms);
    await pause(Math.max(0, 100 - ms));
  }
  return took.sort((one, other) => one - other)[Math.ceil(many * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}

type Progress = { id: number; status: string; queued: number };

async function sentMailing(url: string, group: number) {
  const headers = {
    authorization: `Bearer ${await signInForToken(url)}`,
    "content-type": "application/json",
  };
  async function call(path: string, body?: object): Promise<Progress> {
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}/api/email${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Progress;
  }
  const form = { sender: "news@savanna.test", subject: "Offers", body: "Ten per cent off. ".repeat(200) };
  const { id } = await call("/mailings", { ...form, group_ids: [group], key: randomUUID() });
  await call(`/mailings/${id}/confirm`, {});
  return { id, ask: (mailing: number) => call(`/mailings/${mailing}`) };
}

/** Readers, written straight into the tables. Answers the group. */
function bigGroup(dataDir: string): Promise<number> {
  return inDemoAccount(dataDir, async (client) => {
    const { rows } = await client.query(
      `insert into messaging.contact_groups (customer_account, name, type, contacts) values ($1, 'Readers', 'email', $2)
       returning id`,
      [account, readers],
    );
    const group = Number(rows[0].id);
    await client.query(
      `with made as (
         insert into messaging.contacts (customer_account, msisdn, email, name)
         select $1, '+25478' || lpad(n::text, 7, '0'), 'reader' || n || '@mail.test', 'Reader ' || n
         from generate_series(1, $2::int) n returning id, email, name)
       insert into messaging.group_contacts (customer_account, group_id, contact_id, email, name)
       select $1, $3, id, email, name from made`,
      [account, readers, group],
    );
    await client.query("analyze messaging.group_contacts, messaging.contacts");
    return group;
  });
}
