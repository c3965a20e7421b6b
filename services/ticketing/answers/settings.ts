import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { MailSettings } from "../contract.answers";

const acknowledgement = `We have your message, and it has the number #{{id}}.

Reply to this email to add to it.`;

const MailSettingsRow = z.object({
  signature: z.string(),
  acknowledgement: z.string().nullable(),
  reply_to: z.string(),
});

/** What an account has not chosen is the product's own. */
export async function loadMailSettings(trx: Trx, account: string): Promise<MailSettings> {
  const found = await checkedRow(
    trx,
    MailSettingsRow,
    sql`select signature, acknowledgement, reply_to from ticketing.account_settings where customer_account = ${account}`,
  );
  const { signature = "", reply_to = "" } = found ?? {};
  return { signature, acknowledgement: found?.acknowledgement ?? acknowledgement, reply_to };
}

export async function saveMailSettings(trx: Trx, account: string, given: MailSettings): Promise<void> {
  await sql`
    update ticketing.account_settings set signature = ${given.signature}, acknowledgement = ${given.acknowledgement},
      reply_to = ${given.reply_to.toLowerCase()}
    where customer_account = ${account}`.execute(trx);
}
