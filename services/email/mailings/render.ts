import { sql } from "kysely";
import { type Database, readAccount } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { CalendarPart } from "../contract.internal";
import type { Rendered } from "../contract.schemas";
import type { EmailDeps } from "../deps";
import type { Content } from "../templates/compile";
import { withPictures } from "../templates/files";
import { filler } from "../templates/fill";
import type { EmailLink } from "../tracking/links";
import { noMailing } from "./moves";

/** What is kept of a mailing's content. `links`: opens and clicks are counted, and these are the links. */
export type KeptContent = Content & {
  missing: Record<string, string>;
  links?: EmailLink[];
  automatic?: boolean;
  calendar?: CalendarPart;
};

/** The mail as one recipient gets it; `seq` 0 is the first. Its unsubscribe link leads nowhere. @throws HttpError 404 */
export async function renderRecipient(
  { db }: Database,
  deps: EmailDeps,
  account: string,
  id: number,
  seq: number,
): Promise<Rendered> {
  const found = await readAccount(db, account, async (trx) => {
    const { rows } = await sql<{ content: KeptContent; address: string; fields: Record<string, string> }>`
      select m.content, r.address, r.fields from email.mailings m join lateral (
        select address, fields from email.recipients where customer_account = m.customer_account and mailing_id = m.id
          and seq >= ${seq} order by seq limit 1) r on true
      where m.customer_account = ${account} and m.id = ${id}`.execute(trx);
    return rows[0];
  });
  if (!found) throw new HttpError(404, noMailing);
  const { content, address, fields } = found;
  const { subject, html, text } = filler(content, content.missing)(fields, "#");
  return {
    ...{ subject, text, to: address },
    html: await withPictures(deps, account, html, content.pictures),
    missing: content.fields.filter((field) => fields[field] === undefined),
  };
}
