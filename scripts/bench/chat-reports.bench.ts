import pg from "pg";
import { startDatabase } from "../database.mjs";
import { account, resident, signIn, signInForToken, startedApplication } from "./application";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const many = 1_000_000;
const people = 200_000;

/** An account with a million conversations in a year: reports of a month, its search, and its largest file. */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  try {
    await fill(app.dataDir);
    const cookie = await signIn(app.url);
    const token = await signInForToken(app.url);
    const call = async (path: string) => {
      const times: number[] = [];
      for (let n = 0; n < 5; n++) {
        const began = performance.now();
        const answer = await fetch(`${app.url}/api/chat${path}`, { headers: { authorization: `Bearer ${token}` } });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[2] ?? Number.NaN;
    };
    const rows: Row[] = [];
    for (const name of ["dashboard", "agents", "channels", "customers", "survey", "chats"])
      rows.push(
        within(
          `chat report "${name}", 30 days of ${inWords(many)} a year`,
          await call(`/reports/${name}?days=30`),
          1_000,
        ),
      );
    for (const q of ["wanjiru", "invoice 4711", "0712 000 4"])
      rows.push(
        within(
          `search "${q}" in ${inWords(many)} chats`,
          await call(`/contacts?view=all&q=${encodeURIComponent(q)}`),
          300,
        ),
      );
    rows.push(await file(app, cookie));
    return rows;
  } finally {
    await app.stop();
  }
}

const inWords = (count: number) => count.toLocaleString("en-KE");

function within(name: string, took: number, limit: number): Row {
  return { name, figure: `${Math.round(took)} ms`, limit: `${limit} ms`, ok: took <= limit };
}

/** The file of all conversations of a year, read as it comes; the memory of the application meanwhile. */
async function file(app: Awaited<ReturnType<typeof startedApplication>>, cookie: string): Promise<Row> {
  const before = resident(app.child);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, resident(app.child));
  }, 250);
  const began = performance.now();
  const answer = await fetch(`${app.url}/chat/reports/transcript.csv?days=365`, { headers: { cookie } });
  let lines = -1;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1;
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  return {
    name: `the file of ${inWords(lines)} conversations, ${seconds.toFixed(0)} s`,
    figure: `+${most - before} MB`,
    limit: "+200 MB",
    peer: `${before} MB before`,
    ok: most - before < 200 && lines >= many * 0.99,
  };
}

/** Straight into the tables; the words by which a conversation is found are given, not made row by row. */
async function fill(dataDir: string): Promise<void> {
  const database = await startDatabase({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run = (text: string) => client.query(text, [account]);
  try {
    await client.query("select set_config('app.account', $1, false)", [account]);
    await client.query("alter table chat.contacts disable trigger search_terms_insert");
    await run(`insert into chat.people (customer_account, id, name)
      select $1, 1000000 + n, 'Customer ' || n from generate_series(1, ${people}) n`);
    await run(`
      insert into chat.contacts (customer_account, contact_id, inbox_id, channel, user_id, person_id, name, participant_id,
        ended, started, assigned, ended_at, first_customer_at, last_customer_at, first_reply_at, rating, rated_at,
        latest_message, latest_at, created_at)
      select $1, 1000000 + n, ids[n % 2 + 1], channels[n % 2 + 1], 'bench-' || n, 1000000 + n % ${people} + 1, 'Customer ' || n % ${people} + 1,
        (n % 20 + 1)::text, true, at, at + interval '1 minute', at + interval '9 minutes', at, at + interval '8 minutes',
        case when n % 7 > 0 then at + n % 300 * interval '1 second' end,
        case when n % 3 = 0 then n % 5 + 1 end, case when n % 3 = 0 then at + interval '9 minutes' end,
        'Thank you', at + interval '9 minutes', at
      from (select n, now() - n * interval '31 seconds' as at from generate_series(1, ${many}) n) made,
        (select array_agg(id order by id) as ids, array_agg(channel order by id) as channels
          from chat.inboxes where customer_account = $1) i`);
    await run(`
      insert into chat.search_terms (customer_account, contact_id, word)
      select $1, 1000000 + n, w from generate_series(1, ${many}) n, lateral (values ('customer'), ('c' || n % ${people}),
        (case when n % 50 = 0 then 'wanjiru' when n % 3 = 0 then 'invoice' else 'order' end), ((4000 + n % 5000)::text),
        ('0712' || lpad(n::text, 6, '0'))) v (w) on conflict do nothing`);
    await client.query("alter table chat.contacts enable trigger search_terms_insert");
    await client.query("analyze chat.contacts");
    await client.query("analyze chat.search_terms");
  } finally {
    await client.end();
    await database.stop();
  }
}
