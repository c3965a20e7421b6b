import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { account, inDemoAccount, signIn, signInForToken, startedApplication } from "./application";
import { startSmscProcess } from "./smsc-process";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const readers = 30_000;
const pages = ["/ticketing", "/crm/leads", "/contacts/contact-group", "/sms/history"];
/** Pages asked for one after the other, ten a second, alone and beside the mailing in each round. */
const asked = 40;
const rounds = 5;

/**
 * What people wait for while a mailing goes out as fast as it can. Pages, the making and signing of mails and PostgreSQL
 * share the machine; the mail host, which takes every mail at once, has a process of its own. The mailing is paused and
 * resumed in turns, for the machine is not the same all the time.
 */
export default async function bench(): Promise<Row[]> {
  const host = await startSmscProcess("scripts/bench/mail-host-process.ts");
  const app = await startedApplication({ EMAIL_SMTP_URL: `smtp://127.0.0.1:${host.port}` });
  const { url, dataDir } = app;
  try {
    const group = await bigGroup(dataDir);
    const cookie = await signIn(url);
    await timePages(url, cookie, 20);
    const mailing = await sentMailing(url, group);
    const times = { alone: [] as number[], beside: [] as number[] };
    const rates = { undisturbed: [] as number[], disturbed: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      await pause(2_000);
      rates.undisturbed.push(await rateOf(mailing, () => pause(3_000)));
      rates.disturbed.push(
        await rateOf(mailing, async () => {
          times.beside.push(...(await timePages(url, cookie, asked)));
        }),
      );
      await mailing.move("pause");
      await pause(2_000);
      times.alone.push(...(await timePages(url, cookie, asked)));
      await mailing.move("resume");
    }
    const [alone, beside] = [p95(times.alone), p95(times.beside)];
    const [undisturbed, disturbed] = [mean(rates.undisturbed), mean(rates.disturbed)];
    return [
      {
        name: "pages beside a mailing, p95",
        figure: `${beside.toFixed(0)} ms (${(beside / alone).toFixed(2)} of alone)`,
        limit: "1.25 of alone",
        peer: `the same pages alone ${alone.toFixed(0)} ms`,
        ok: beside <= alone * 1.25,
      },
      {
        name: "a mailing while no one opens a page",
        figure: `${undisturbed.toFixed(0)} mails/s`,
        limit: "",
        peer: `beside ten pages a second ${disturbed.toFixed(0)} mails/s`,
        ok: true,
      },
    ];
  } finally {
    await app.stop();
    await host.stop();
  }
}

/** Mails a second while the work is done. */
async function rateOf({ ask }: SentMailing, work: () => Promise<void>): Promise<number> {
  const before = await ask();
  const began = performance.now();
  await work();
  const after = await ask();
  const mails = (before.queued - after.queued) / ((performance.now() - began) / 1_000);
  if (after.queued === 0 || mails === 0) throw new Error("the mailing was over before it was measured");
  return mails;
}

/** Pages one after the other, ten a second. @returns ms of each */
async function timePages(url: string, cookie: string, many: number): Promise<number[]> {
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
  return took;
}

function p95(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}

function mean(rates: readonly number[]): number {
  return rates.reduce((sum, one) => sum + one, 0) / rates.length;
}

type SentMailing = Awaited<ReturnType<typeof sentMailing>>;
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
  return {
    ask: () => call(`/mailings/${id}`),
    move: (to: "pause" | "resume") => call(`/mailings/${id}/${to}`, {}),
  };
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
