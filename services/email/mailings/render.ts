import { sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { CalendarPart } from "../contract.internal";
import type { Rendered } from "../contract.schemas";
import type { EmailDeps } from "../deps";
import { Content } from "../templates/compile";
import { withPictures } from "../templates/files";
import { filler } from "../templates/fill";
import { EmailLink } from "../tracking/links";
import { noMailing } from "./moves";

/** What is kept of a mailing's content. `links`: opens and clicks are counted, and these are the links. */
export const KeptContent = Content.extend({
  missing: z.record(z.string(), z.string()),
  links: z.array(EmailLink).optional(),
  automatic: z.boolean().optional(),
  calendar: CalendarPart.optional(),
});
export type KeptContent = z.infer<typeof KeptContent>;

const RecipientRow = z.object({
  content: KeptContent,
  address: z.string(),
  fields: z.record(z.string(), z.string()),
});

/** The mail as one recipient gets it; `seq` 0 is the first. Its unsubscribe link leads nowhere. @throws HttpError 404 */
export async function renderRecipient(
  { db }: Database,
  deps: EmailDeps,
  account: string,
  id: number,
  seq: number,
): Promise<Rendered> {
  const found = await readAccount(db, account, async (trx) => {
    return checkedRow(
      trx,
      RecipientRow,
      sql`
      select m.content, r.address, r.fields from email.mailings m join lateral (
        select address, fields from email.recipients where customer_account = m.customer_account and mailing_id = m.id
          and seq >= ${seq} order by seq limit 1) r on true
      where m.customer_account = ${account} and m.id = ${id}`,
    );
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
