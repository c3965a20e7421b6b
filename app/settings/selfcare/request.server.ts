import type { z } from "zod";
import { href } from "../../href";
import { paymentKey } from "../../kit/money/key.server";
import { done, type FormRequest } from "../../shell/page.server";
import type { SlipFields } from "./request-form";

/** Sends the posted slip for approval. */
export async function sendSlip(given: FormRequest<"/settings/selfcare/request/new", typeof SlipFields>) {
  const { api, from, value, files, refuse } = given;
  const { amount, invoice_id, key, file_id: _, ...rest }: z.output<typeof SlipFields> = value;
  // One slip has one file: the one that came last.
  const file = files.at(-1)?.id ?? null;
  const said = { ...rest, amount_cents: amount, invoice_id: invoice_id ?? null, file_id: file };
  const answer = await api.billing.requestTopUp({ body: { ...said, key: paymentKey(key, said) } });
  if (answer.status === 201) {
    const words = "The slip was sent. The balance is updated when it is approved.";
    return done(from, href("/settings/selfcare/request"), words);
  }
  const { amount_cents, file_id, ...errors } = answer.body.errors ?? {};
  const named = {
    ...errors,
    ...(amount_cents ? { amount: amount_cents } : {}),
    ...(file_id ? { files: file_id } : {}),
  };
  return refuse({ ...answer.body, errors: named }, { files: files.slice(-1) });
}
