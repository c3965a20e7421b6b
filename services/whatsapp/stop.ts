import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { qualities, stopsSending } from "../../rules/whatsapp/numbers";
import type { Trx } from "../kit/database";
import { checkedRow, checkedRows } from "../kit/row-schema";
import { publishStop } from "./notices";

const Stopped = z.object({
  id: z.number(),
  name: z.string(),
  template_name: z.string(),
  user_id: z.string().nullable(),
});

/** Stops what is being sent, where the condition on `b` holds; a person goes on with it. @returns how many */
export async function stopBroadcasts(
  trx: Trx,
  account: string,
  where: RawBuilder<unknown>,
  why: string,
): Promise<number> {
  const stopped = await checkedRows(
    trx,
    Stopped,
    sql`
    update whatsapp.broadcasts b set status = 'paused', stopped = ${why.slice(0, 500)}, wait_until = null
    where b.customer_account = ${account} and b.status = 'sending' and ${where}
    returning id, name, template_name, user_id`,
  );
  for (const one of stopped) await publishStop(trx, account, one, why);
  return stopped.length;
}

const whyByState: { readonly [status: string]: string } = {
  paused: "WhatsApp paused the template, because its quality is low.",
  disabled: "WhatsApp disabled the template for good.",
  rejected: "WhatsApp rejected the template.",
  pending: "WhatsApp reviews the template again.",
  deleted: "The template was deleted.",
};

/** Stops the broadcasts of templates that can't be sent any more. */
export async function stopForTemplates(trx: Trx, account: string): Promise<void> {
  for (const [status, why] of Object.entries(whyByState))
    await stopBroadcasts(
      trx,
      account,
      sql`exists (select from whatsapp.templates t where t.customer_account = b.customer_account
        and t.id = b.template_id and t.status = ${status})`,
      why,
    );
}

const qualityWords = "The number's quality has fallen to low. More of the same could cost the number its limit.";

/** A number's quality has fallen: nothing more goes out on it before a person says so. */
export function stopForQuality(trx: Trx, account: string, channel: number): Promise<number> {
  return stopBroadcasts(trx, account, sql`b.channel_id = ${channel}`, qualityWords);
}

const QualityRow = z.object({ quality: z.enum(qualities) });

/**
 * A broadcast that begins on a number whose quality fell before stops at once: who confirmed or scheduled it may not know.
 * The number is locked, so that news of it that come in the same moment find the broadcast, or are found by it.
 */
export async function stopForLowQuality(
  trx: Trx,
  account: string,
  { id, channel_id }: { id: number; channel_id: number },
): Promise<void> {
  const number = await checkedRow(
    trx,
    QualityRow,
    sql`select quality from whatsapp.numbers
      where customer_account = ${account} and channel_id = ${channel_id} for share`,
  );
  if (number && stopsSending(number.quality)) await stopBroadcasts(trx, account, sql`b.id = ${id}`, qualityWords);
}
