import { sql } from "kysely";
import type { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { HttpError } from "../../kit/serve";
import { tellWebhooks } from "../../kit/webhooks";
import type { quoteCalls, ShownQuote } from "../contract.quotes";
import { findQuote, findSentVersion, type KeptQuote } from "./store";
import { noteInHistory } from "./write";

type CustomerAnswer = z.output<typeof quoteCalls.answerQuote.body>;

/** What the customer sees of a quote: the version that was sent last. @throws HttpError 404 */
export async function showQuote(trx: Trx, account: string, kept: KeptQuote, zone: string): Promise<ShownQuote> {
  const sent = await findSentVersion(trx, account, kept.id);
  if (!sent) throw new HttpError(404, "There is no such link.");
  // A draft is a newer version; what was sent before it can't be answered any more.
  const state = kept.state === "draft" ? "changed" : kept.state;
  return {
    ...{ document: sent.document, state, answered_by: kept.answered_by, time_zone: zone },
    answered_at: kept.answered_at?.toISOString() ?? null,
  };
}

const refusals = {
  accepted: "This quote was accepted already.",
  declined: "This quote was declined already.",
  expired: "This quote is not valid any more. Ask for a new one.",
  draft: "A newer version of this quote is being made. You will be sent it.",
} as const;

/**
 * The customer's answer, once: the same one again, from a second click or another tab, changes nothing. Answers whether
 * it is new. @throws HttpError 404, 409
 */
export async function answerQuote(
  trx: Trx,
  account: string,
  id: number,
  { version, answer, name, reason }: CustomerAnswer,
  now: Date,
): Promise<{ kept: KeptQuote; fresh: boolean }> {
  const kept = await findQuote(trx, account, id, now, true);
  if (kept.state === answer && kept.version === version) return { kept, fresh: false };
  if (kept.state !== "sent") throw new HttpError(409, refusals[kept.state]);
  if (kept.version !== version) throw new HttpError(409, "There is a newer version of this quote. Read it first.");
  await sql`
    update crm.quotes set state = ${answer}, answered_at = ${now}, answered_by = ${name},
      decline_reason = ${answer === "declined" ? reason : ""}, revision = revision + 1
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const accepted = answer === "accepted";
  const total = formatMoney(kept.total_cents, kept.currency);
  // Their name is in the quote alone, from where an erasure takes it.
  await noteInHistory(trx, account, kept, accepted ? "Accepted" : "Declined", { id: null, name: "The customer" });
  const why = reason === "" ? "" : `: ${reason}`;
  await publishNotices(trx, account, [
    {
      ...{ kind: "quote answered", subject: id, key: `quote:${id}:${version}`, users: kept.owners },
      words: accepted
        ? `${name} accepted quote ${kept.number}, ${total}.`
        : `${name} declined quote ${kept.number}${why}`,
    },
  ]);
  const { number, deal_id, contact_id, currency, total_cents } = kept;
  await tellWebhooks(trx, account, accepted ? "quote.accepted" : "quote.declined", [
    { id, number, version, deal_id, contact_id, currency, total_cents, by: name, reason, at: now.toISOString() },
  ]);
  await recordActivity(trx, account, "system", {
    ...{ action: accepted ? "Quote accepted" : "Quote declined", subject: "quote", subject_id: String(id) },
    description: `Quote ${kept.number}, version ${version}, ${total}.`,
  });
  return { kept: await findQuote(trx, account, id, now), fresh: true };
}
