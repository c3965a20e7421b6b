import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { account } from "./application";

/** A group of some of another one. */
export async function groupOfSome(client: pg.Client, group: number, addresses: readonly string[]): Promise<number[]> {
  const { rows } = await client.query(
    `insert into messaging.contact_groups (customer_account, name, type, contacts) values ($1, 'Bench some', 'email', $2)
     returning id`,
    [account, addresses.length],
  );
  const made = Number(rows[0].id);
  await client.query(
    `insert into messaging.group_contacts (customer_account, group_id, contact_id, email, name)
     select customer_account, $3, contact_id, email, name from messaging.group_contacts
     where customer_account = $1 and group_id = $2 and email = any($4)`,
    [account, group, made, addresses],
  );
  return [made];
}

export async function has(client: pg.Client, table: string, column: string, value: string): Promise<boolean> {
  const { rows } = await client.query(`select from ${table} where customer_account = $1 and ${column} = $2`, [
    account,
    value,
  ]);
  return rows.length > 0;
}

export async function pressed(address: string, origin: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(address, { method: "POST", body, headers: { origin }, redirect: "manual" });
  await answer.text();
  if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}`);
}

type StageOptions = { name: string; type: "sms" | "email"; size: number; first: number };

/** Written straight into the tables. Answers the group. */
export async function makeGroup(client: pg.Client, { name, type, size, first }: StageOptions): Promise<number> {
  const { rows } = await client.query(
    `insert into messaging.contact_groups (customer_account, name, type, contacts, field_names)
     values ($1, $2, $3, $4, '{first_name,name}') returning id`,
    [account, `Bench ${name}`, type, size],
  );
  const group = Number(rows[0].id);
  await client.query(
    `with made as (
       insert into messaging.contacts (customer_account, msisdn, email, name)
       select $1, '+254' || ($3::int + n), $4 || n || '@mail.test', 'Customer ' || n from generate_series(1, $2::int) n
       returning id, msisdn, email, name)
     insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, email, name, fields)
     select $1, $5, id, msisdn, email, name, '{"first_name": "Wanjiru"}' from made`,
    [account, size, first, name.toLowerCase(), group],
  );
  await client.query("analyze messaging.group_contacts, messaging.contacts");
  return group;
}

export async function until<T>(look: () => Promise<T | undefined | false>, seconds = 30): Promise<T> {
  for (const end = performance.now() + seconds * 1_000; ; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error("gave up waiting");
    await pause(10);
  }
}

export function median(seconds: readonly number[]): number {
  return [...seconds].sort((one, other) => one - other)[Math.floor(seconds.length / 2)] ?? Number.POSITIVE_INFINITY;
}
