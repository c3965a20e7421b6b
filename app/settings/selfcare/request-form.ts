import { z } from "zod";
import { SlipForm } from "../../../services/billing/contract.payments";
import { Amount } from "../../kit/money/amount";

const { bank, reference, note } = SlipForm.shape;

/** A bank slip as people write it; the words are the service's, an empty field gets those of an empty one. */
export const SlipFields = z.object({
  amount: Amount("Enter the amount on the slip, such as 25,000.").pipe(SlipForm.shape.amount_cents),
  bank: z.string({ error: "Enter the bank." }).pipe(bank),
  reference: z.string({ error: "Enter the number of the slip." }).pipe(reference),
  paid_on: z.string({ error: "Enter the day on the slip." }).pipe(SlipForm.shape.paid_on),
  note,
  invoice_id: z.coerce.number().int().positive().optional(),
  file_id: z.string().max(100).optional(),
  key: z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(60),
});
