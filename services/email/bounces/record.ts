import { sql } from "kysely";
import { z } from "zod";
import { softBounces } from "../../../rules/email";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { MailPlace } from "../codes";
import { suppress } from "../suppressions/store";

type Bounced = { address: string; kind: "hard" | "soft" | "blocked"; code: string; reason: string };

const BouncesRow = z.object({ bounces: z.number() });

/**
 * Writes a bounce down, and suppresses its address: at once where nobody is, after several where it was full or away.
 * A refusal of us by the other side says nothing of the person.
 */
export async function recordBounce(
  trx: Trx,
  { account, mailing, seq }: MailPlace,
  { address, kind, code, reason }: Bounced,
  now: Date,
): Promise<void> {
  await sql`
    insert into email.bounces (customer_account, mailing_id, seq, address, kind, code, reason)
    values (${account}, ${mailing}, ${seq}, ${address}, ${kind}, ${code.slice(0, 20)}, ${reason.slice(0, 300)})`.execute(
    trx,
  );
  const said = [reason, code && `(${code})`].filter(Boolean).join(" ").slice(0, 200);
  if (kind === "hard")
    await suppress(trx, account, [address], {
      source: "bounce",
      reason: said || "The address does not exist",
      mailing,
    });
  if (kind !== "soft") return;
  const row = await checkedRow(
    trx,
    BouncesRow,
    sql`
    select count(*)::int as bounces from email.bounces where customer_account = ${account} and address = ${address}
      and kind = 'soft' and at > now() - make_interval(days => ${softBounces.days})`,
  );
  if ((row?.bounces ?? 0) < softBounces.most) return;
  const expires = new Date(now.getTime() + softBounces.suppressedDays * 86_400_000);
  const words = `${softBounces.most} emails came back in ${softBounces.days} days`;
  await suppress(trx, account, [address], { source: "bounce", reason: words, mailing, expires });
}
