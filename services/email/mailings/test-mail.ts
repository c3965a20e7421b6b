import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Author } from "./create";
import { noMailing } from "./moves";

type TestMail = { mailing: number; to: string; key: string; author: Author };

const TestMailing = z.object({ id: z.number(), mail_price: z.number() });

/**
 * A draft of its own to one address, with the content of another mailing as its first recipient gets it. The same key
 * is the same draft.
 */
export function makeTest({ db }: Database, account: string, { mailing, to, key, author }: TestMail): Promise<number> {
  const name = `test-${mailing}-${key}-${createHash("sha256").update(to).digest("hex").slice(0, 12)}`;
  return inAccount(db, account, async (trx) => {
    const row = await checkedRow(
      trx,
      IdRow,
      sql`
      select id from email.mailings where customer_account = ${account} and key = ${name}`,
    );
    if (row) return row.id;
    const made = await checkedRow(
      trx,
      TestMailing,
      sql`
      insert into email.mailings (customer_account, key, form_hash, kind, name, sender, from_name, reply_to, domain_id,
        company, subject, preheader, template_id, list_id, body, content, files, mail_price, price, user_id, created_by,
        recipients, first_address)
      select customer_account, ${name}, form_hash, 'single', left('Test ' || name, 100), sender, from_name, reply_to, domain_id,
        company, subject, preheader, template_id, list_id, body, content, files, mail_price, '{}', ${author.id}, ${author.name}, 1, ${to}
      from email.mailings where customer_account = ${account} and id = ${mailing} returning id, mail_price`,
    );
    if (!made) throw new HttpError(404, noMailing);
    const cost = costCents(1, made.mail_price);
    const each = made.mail_price / 10_000;
    const price = {
      ...{
        in_groups: 1,
        opted_out: 0,
        duplicates: 0,
        invalid: 0,
        missing_value: 0,
        foreign: 0,
        recipients: 1,
        parts: 1,
      },
      ...{ by_parts: [], encoding: "GSM-7", part_price: each, cost_cents: cost },
      ...{ balance_cents: author.balance, balance_after_cents: author.balance - cost, smart_saving_cents: 0 },
      ...{ missing_fields: [], unknown_fields: [], samples: [] },
    };
    await sql`update email.mailings set price = ${json(price)}, cost_cents = ${cost}
      where customer_account = ${account} and id = ${made.id}`.execute(trx);
    await sql`
      insert into email.recipients (customer_account, mailing_id, seq, address, name, fields)
      select ${account}, ${made.id}, 1, ${to}, '', coalesce((select fields from email.recipients
        where customer_account = ${account} and mailing_id = ${mailing} order by seq limit 1), '{}')`.execute(trx);
    await sql`insert into email.mailing_counts (customer_account, mailing_id, queued) values (${account}, ${made.id}, 1)`.execute(
      trx,
    );
    return made.id;
  });
}
