import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { account, inDemoAccount, signInForToken, startedApplication } from "./application";
import { must } from "./chat/http";
import type { BenchRow } from "./sms.stage";
import { groupOfSome, has, makeGroup, median, pressed, until } from "./stops.stage";

const customers = 1_800;
const readers = 12_000;
/** Who says stop: so many of those whose turn is far off, and so many of those whose turn is near. */
const each = 10;

/**
 * STOP while something to the same customer is under way, from the customer's side to its effect, in the whole
 * application: a WhatsApp broadcast and a mailing that run, a scheduled SMS. What left before is not taken back.
 */
export default async function bench(): Promise<BenchRow[]> {
  const app = await startedApplication();
  try {
    const api = await openApi(app.url);
    return await inDemoAccount(app.dataDir, async (client) => {
      const stage = { url: app.url, api, client };
      return [...(await stopsOfSms(stage)), ...(await stopsOfWhatsapp(stage)), ...(await stopsOfMailing(stage))];
    });
  } finally {
    await app.stop();
  }
}

type Api = (path: string, body?: object) => Promise<Record<string, unknown>>;
type Stage = { url: string; api: Api; client: pg.Client };

async function openApi(url: string): Promise<Api> {
  const headers = { authorization: `Bearer ${await signInForToken(url)}` };
  return (path, body) => must(`${url}/api${path}`, { headers, ...(body ? { method: "POST", body } : {}) });
}

type Table = { table: string; id: string; state: string; person: string };
const tables = {
  broadcast: { table: "whatsapp.recipients", id: "broadcast_id", state: "state", person: "msisdn" },
  mailing: { table: "email.recipients", id: "mailing_id", state: "status", person: "address" },
} as const satisfies Record<string, Table>;

/** What runs. `ahead`: so many places after the next one is near; `among`: only these say stop. */
type Target = { of: number; table: Table; ahead?: number; among?: readonly string[] };
type StopRequest = { person: string; at: number; effect: number };

/** Another one of those who wait: whose turn comes last, or is near. */
async function choose(
  { client }: Stage,
  { of, table: { table, id, state, person }, ahead = 0, among }: Target,
  last: boolean,
  asked: readonly StopRequest[],
) {
  const { rows } = await client.query<{ person: string }>(
    `select ${person} as person from ${table} where customer_account = $1 and ${id} = $2 and ${state} = 'queued'
       and ${person} <> all($3) and ($4::text[] is null or ${person} = any($4))
     order by seq ${last ? "desc" : `offset ${ahead}`} limit 1`,
    [account, of, asked.map((one) => one.person), among ?? null],
  );
  return rows[0]?.person;
}

/** Each says stop, one after the other, and it is waited until that counts. Times in ms since 1970. */
async function askAll(
  stage: Stage,
  target: Target,
  stop: (person: string) => Promise<unknown>,
  counts: (person: string) => Promise<boolean>,
): Promise<StopRequest[]> {
  const asked: StopRequest[] = [];
  for (let n = 0; n < each * 2; n += 1) {
    const person = await choose(stage, target, n % 2 === 0, asked);
    if (person === undefined) throw new Error("it was over before everyone had said stop");
    const at = Date.now();
    await stop(person);
    await until(() => counts(person));
    asked.push({ person, at, effect: Date.now() });
  }
  return asked;
}

/** What became of them when all was over: of those who got it, how long after STOP it left at the latest. */
async function judge(
  { client }: Stage,
  { table, id, state, person }: Table,
  of: number,
  asked: readonly StopRequest[],
) {
  const { rows } = await client.query<{ person: string; state: string; sent_at: Date | null }>(
    `select ${person} as person, ${state} as state, sent_at from ${table} where customer_account = $1 and ${id} = $2
       and ${person} = any($3)`,
    [account, of, asked.map((one) => one.person)],
  );
  const sent = rows.flatMap((row) => {
    const { at = 0 } = asked.find((one) => one.person === row.person) ?? {};
    return row.sent_at ? [(row.sent_at.getTime() - at) / 1_000] : [];
  });
  return { late: Math.max(0, ...sent), got: sent.length, spared: rows.length - sent.length };
}

function rowsOf(name: string, asked: readonly StopRequest[], found: { late: number; got: number; spared: number }) {
  const seconds = asked.map(({ at, effect }) => (effect - at) / 1_000);
  const most = Math.max(...seconds);
  return [
    {
      ...{ name: `STOP beside ${name}: until it counts, the slowest of ${seconds.length}`, limit: "1 s" },
      ...{ figure: `${most.toFixed(2)} s`, peer: `median ${median(seconds).toFixed(2)} s`, ok: most < 1 },
    },
    {
      ...{ name: `STOP beside ${name}: the last that left to one of them after it`, limit: "1 s" },
      ...{ figure: `${found.late.toFixed(2)} s`, peer: `${found.spared} got nothing, ${found.got} got it` },
      ok: found.late < 1 && found.spared >= each,
    },
  ];
}

async function stopsOfWhatsapp(stage: Stage): Promise<BenchRow[]> {
  const { url, api, client } = stage;
  const group = await makeGroup(client, { name: "Customers", type: "sms", size: customers, first: 710_000_000 });
  const channel_id = await until(async () => {
    const { data } = (await api("/whatsapp/numbers")) as { data: { id: number }[] };
    return data[0]?.id;
  });
  // What Meta lets such a number write to.
  await pressed(`${url}/sandbox/whatsapp/business/rate`, url, { event: "UNFLAGGED", tier: "TIER_10K" });
  const template_id = await until(async () => {
    const { data } = (await api("/whatsapp/templates?q=weekend_offer")) as { data: { id: number }[] };
    return data[0]?.id;
  });
  const form = { key: randomUUID(), channel_id, template_id, group_ids: [group] };
  const of = Number((await api("/whatsapp/broadcasts", form)).id);
  await api(`/whatsapp/broadcasts/${of}/confirm`, {});
  const counts = () => api(`/whatsapp/broadcasts/${of}`) as Promise<{ status: string; counts: Record<string, number> }>;
  await until(async () => ((await counts()).counts.queued ?? 0) < customers - 40);
  const asked = await askAll(
    stage,
    { of, table: tables.broadcast, ahead: 45 },
    (person) => pressed(`${url}/sandbox/whatsapp/write`, url, { id: person, text: "STOP", name: "A customer" }),
    (person) => has(client, "whatsapp.opt_outs", "msisdn", person),
  );
  await until(async () => ((await counts()).counts.queued ?? 0) === 0, 120);
  return rowsOf("a WhatsApp broadcast", asked, await judge(stage, tables.broadcast, of, asked));
}

async function stopsOfMailing(stage: Stage): Promise<BenchRow[]> {
  const { url, api, client } = stage;
  const group = await makeGroup(client, { name: "Readers", type: "email", size: readers, first: 780_000_000 });
  // The sandbox's host sends a complaint for each mail to such an address.
  const complaining = await makeGroup(client, { name: "Spam", type: "email", size: each, first: 781_000_000 });
  // They leave by the link of a mail that came before.
  const some = Array.from({ length: each * 4 }, (_, n) => `readers${(n + 1) * (readers / each / 4)}@mail.test`);
  const before = await sendMailing(api, await groupOfSome(client, group, some));
  await until(async () => ((await api(`/email/mailings/${before}`)) as { status: string }).status === "sent");
  const links = new Map(await Promise.all(some.map(async (reader) => [reader, await findLink(url, reader)] as const)));
  const of = await sendMailing(api, [group, complaining]);
  await until(async () => ((await api(`/email/mailings/${of}`)) as { queued: number }).queued < readers - 100);
  const complained = await sendMailing(api, [complaining]);
  const asked = await askAll(
    stage,
    { of, table: tables.mailing, among: some },
    (person) => pressed(`${url}${links.get(person)}`, url, { "List-Unsubscribe": "One-Click" }),
    (person) => has(client, "email.suppressions", "address", person),
  );
  const complaints = await complaintsOf(stage, complained);
  await until(async () => ((await api(`/email/mailings/${of}`)) as { queued: number }).queued === 0, 120);
  const most = Math.max(...complaints);
  return [
    ...rowsOf("a mailing (one click)", asked, await judge(stage, tables.mailing, of, asked)),
    {
      ...{
        name: `a complaint beside a mailing, from the host's mail to its effect, the slowest of ${each}`,
        limit: "1 s",
      },
      ...{ figure: `${most.toFixed(2)} s`, peer: `median ${median(complaints).toFixed(2)} s`, ok: most < 1 },
    },
  ];
}

/** Seconds from when the host took a mail, and complained, until its reader is suppressed. */
function complaintsOf({ client }: Stage, mailing: number): Promise<number[]> {
  return until(async () => {
    const { rows } = await client.query<{ seconds: number }>(
      `select greatest(0, extract(epoch from s.created_at - r.sent_at))::float8 as seconds
       from email.recipients r join email.suppressions s on s.customer_account = r.customer_account and s.address = r.address
       where r.customer_account = $1 and r.mailing_id = $2`,
      [account, mailing],
    );
    return rows.length === each && rows.map(({ seconds }) => seconds);
  });
}

async function findLink(url: string, reader: string): Promise<string> {
  const read = async (path: string, wanted: RegExp) => {
    const found = wanted.exec(await (await fetch(`${url}${path}`)).text())?.[0];
    if (found === undefined) throw new Error(`${path} is without the mail`);
    return found;
  };
  const mail = await read(`/sandbox/mail?to=${encodeURIComponent(reader)}`, /\/sandbox\/mail\/\d+/);
  return read(mail, /\/unsubscribe\/[\w.-]+/);
}

const waitSeconds = 12;

async function stopsOfSms({ url, api, client }: Stage): Promise<BenchRow[]> {
  const group_ids = [await makeGroup(client, { name: "Phones", type: "sms", size: each * 2, first: 782_000_000 })];
  const form = { sender: "SAVANNA", group_ids, body: "Ten per cent off. Reply STOP to stop." };
  const send = async (send_at: string | null) => {
    const { id } = await api("/messaging/blasts", { ...form, send_at, key: randomUUID() });
    await api(`/messaging/blasts/${id}/confirm`, {});
    return Number(id);
  };
  const queued = async (blast: number) => Number((await api(`/messaging/blasts/${blast}`)).queued);
  // What a phone answers to.
  const before = await send(null);
  await until(async () => (await queued(before)) === 0);
  await pause(1_000);
  const due = Date.now() + waitSeconds * 1_000;
  const blast = await send(new Date(due).toISOString());
  const phones = Array.from({ length: each * 2 }, (_, n) => `+254${782_000_001 + n}`);
  const seconds: number[] = [];
  const stop = async (together: readonly string[]) => {
    const at = performance.now();
    await Promise.all(
      together.map((one) => pressed(`${url}/sandbox/phone/${one.slice(1)}`, url, { to: "SAVANNA", text: "STOP" })),
    );
    for (const person of together) {
      await until(() => has(client, "messaging.blacklist", "msisdn", person));
      seconds.push((performance.now() - at) / 1_000);
    }
  };
  for (const person of phones.slice(each)) await stop([person]);
  await pause(Math.max(0, due - 1_000 - Date.now()));
  await stop(phones.slice(0, each));
  await until(async () => (await queued(blast)) === 0);
  const { rows } = await client.query(
    "select from messaging.messages where customer_account = $1 and blast_id = $2 and status = 'suppressed'",
    [account, blast],
  );
  const most = Math.max(...seconds);
  return [
    {
      ...{ name: `STOP to a scheduled SMS: until it counts, the slowest of ${seconds.length}`, limit: "1 s" },
      ...{ figure: `${most.toFixed(2)} s`, peer: `median ${median(seconds).toFixed(2)} s`, ok: most < 1 },
    },
    {
      ...{ name: "STOP to a scheduled SMS: of them got nothing, half of them with STOP 1 s before its time" },
      ...{ figure: String(rows.length), limit: String(phones.length), ok: rows.length === phones.length },
    },
  ];
}

async function sendMailing(api: Api, group_ids: number[]): Promise<number> {
  const form = { sender: "news@savanna.test", subject: "Offers", body: "Ten per cent off. ".repeat(200), group_ids };
  const { id } = await api("/email/mailings", { ...form, key: randomUUID() });
  await api(`/email/mailings/${id}/confirm`, {});
  return Number(id);
}
