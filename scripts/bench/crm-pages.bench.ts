import { setTimeout as pause } from "node:timers/promises";
import { account, inDemoAccount, signIn, startedApplication } from "./application";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const contacts = 1_000_000;
const deals = 300_000;
const organisations = 40_000;
const events = 10_000;
const times = 9;

/**
 * The pages of the CRM, drawn whole, over a million contacts and 300,000 deals: one client, the median. Beside each its
 * limit (tickets-crm-surveys.md, 20 to 25).
 */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  try {
    const last = await filled(app.dataDir);
    await pause(2_000);
    const owner = await signIn(app.url);
    const rows: Row[] = [];
    const measure = async (name: string, path: string, limit: number) => {
      const found: number[] = [];
      for (let n = 0; n < times + 2; n++) {
        const began = performance.now();
        const response = await fetch(app.url + path, { headers: { cookie: owner } });
        await response.text();
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
        if (n >= 2) found.push(performance.now() - began);
      }
      const time = found.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
      rows.push({
        name: `crm page: ${name}`,
        figure: `${time.toFixed(0)} ms`,
        limit: `${limit} ms`,
        ok: time <= limit,
      });
    };
    await measure("contacts", "/crm/contacts", 200);
    await measure("contacts by name", "/crm/contacts?sort=name", 200);
    await measure("contacts by score", "/crm/contacts?sort=-score", 200);
    await measure("contacts, page 100", "/crm/contacts?page=100", 200);
    await measure("contacts of one stage", "/crm/contacts?stage=7", 200);
    await measure("contacts of one sales manager", "/crm/contacts?sales_manager=2", 200);
    await measure("contacts with a part of a name", "/crm/contacts?q=wanjir", 150);
    await measure("contacts with a name that few have", "/crm/contacts?q=Zawadi%20Rotich%20777", 150);
    await measure("contacts with a part of a number", "/crm/contacts?q=0790123456", 150);
    await measure("contacts that are not there", "/crm/contacts?q=qqqqzz", 150);
    await measure("deals as a table", "/crm/deals?view=table", 200);
    await measure("deals as a table, by value", "/crm/deals?view=table&sort=-value", 200);
    await measure("board of 8 columns with counts and totals", "/crm/deals", 100);
    await measure("organisations", "/crm/organisations", 200);
    await measure("organisations with a part of a name", "/crm/organisations?q=company%2012", 150);
    await measure("a contact", `/crm/contact/${last}`, 200);
    await measure("timeline of a person with 10,000 events", "/customer?who=%2B254799999999", 100);
    await measure("search everywhere, a name", "/search/results?q=wanjiru", 150);
    await measure("search everywhere, a number", "/search/results?q=0790123456", 150);
    await measure("the dashboard", "/crm/dashboard", 200);
    return rows;
  } finally {
    await app.stop();
  }
}

const firstNames =
  "Wanjiru Otieno Achieng Kamau Zawadi Mwende Halima Barasa Njeri Kiprono Faith Abdi Naliaka Juma Grace Peter";
const lastNames =
  "Maina Ouma Rotich Mutua Wafula Omar Kibet Simiyu Nekesa Korir Gitau Noor Were Muthoni Kilonzo Chebet Odhiambo";

/** Adds contacts, deals in pipelines of 8 stages, and a contact with many notes; answers the id of that one. */
function filled(dataDir: string): Promise<number> {
  return inDemoAccount(dataDir, async (client) => {
    await client.query("set synchronous_commit = off");
    const { rows: stages } = await client.query(
      "select max(id) + 1 as next, max(pipeline_id) as pipeline from crm.stages where customer_account = $1",
      [account],
    );
    const { pipeline } = stages[0] as { pipeline: number };
    await client.query(
      `insert into crm.stages (customer_account, name, category, rank, probability, kind, pipeline_id)
       select $1, 'Step ' || n, 'working', 10 + n, 60, 'deal', $2 from generate_series(1, 3) n`,
      [account, pipeline],
    );
    const names = `split_part($2, ' ', 1 + n % 16) || ' ' || split_part($3, ' ', 1 + n / 16 % 17) || ' ' || n % 1000`;
    await client.query(
      `insert into crm.records (customer_account, kind, name, company, phone, email, stage_id, score, sales_manager_id,
         sales_manager, created_at, active_at, stage_at)
       select $1, 'contact', ${names}, 'Company ' || n % ${organisations}, '+25479' || lpad(n::text, 7, '0'),
         'person' || n || '@mail.test', 6 + n % 4, n % 100, (2 + n % 5)::text, 'Manager ' || n % 5,
         now() - n * interval '1 minute', now() - n * interval '1 minute', now()
       from generate_series(1, ${contacts}) n`,
      [account, firstNames, lastNames],
    );
    await client.query(
      `insert into crm.records (customer_account, kind, name, company, stage_id, value_cents, contact_id, score,
         sales_manager_id, sales_manager, expected_close, created_at, active_at)
       select $1, 'deal', 'Order ' || c.n, 'Company ' || c.n % ${organisations}, s.id, c.n % 1000 * 10000, c.id, 50, '2', 'Manager 0',
         current_date + (c.n % 120)::int, now() - c.n * interval '1 minute', now() - c.n * interval '1 minute'
       from (select id, row_number() over (order by id) as n from crm.records
         where customer_account = $1 and kind = 'contact' order by id limit ${deals}) c
       join (select id, row_number() over (order by rank) - 1 as place, count(*) over () as all from crm.stages
         where customer_account = $1 and kind = 'deal') s on s.place = c.n % s.all`,
      [account],
    );
    await client.query(
      `insert into crm.organisations (customer_account, name) select $1, 'Company ' || n
       from generate_series(0, ${organisations - 1}) n`,
      [account],
    );
    for (const table of ["records", "organisations"]) await client.query(`analyze crm.${table}`);
    await client.query(
      `insert into crm.organisation_records (customer_account, record_id, organisation_id, kind)
       select l.customer_account, l.id, o.id, l.kind from crm.records l
       join crm.organisations o on o.customer_account = l.customer_account and o.name = l.company
       where l.customer_account = $1 and l.kind <> 'lead' and l.company like 'Company %'`,
      [account],
    );
    const { rows } = await client.query(
      `insert into crm.records (customer_account, kind, name, phone, stage_id)
       values ($1, 'contact', 'Person with a long history', '+254799999999', 7) returning id`,
      [account],
    );
    const id = Number(rows[0].id);
    await client.query(
      `insert into crm.notes (customer_account, record_id, text, by_id, by, created_at)
       select $1, $2, 'Called about order ' || n, '2', 'Mercy Nduku', now() - n * interval '1 hour'
       from generate_series(1, ${events}) n`,
      [account, id],
    );
    for (const table of ["records", "notes", "stages", "organisations", "organisation_records"])
      await client.query(`vacuum analyze crm.${table}`);
    return id;
  });
}
