import { costCents } from "../../../rules/money";
import { countParts } from "../../../rules/segments";
import { fillStep, planSteps, type StepKind } from "../../../rules/sequences";
import { priceCountry, priceFrom } from "../../../rules/whatsapp/prices";
import type { Trx } from "../../kit/database";
import type { ChannelTerms } from "../channels/terms";
import type { WhatsappTerms } from "../channels/whatsapp";
import type { SequenceKind } from "../contract.enrolment";
import type { SequenceStep } from "../contract.sequences";
import {
  type Addressee,
  addressFor,
  type EnrolledSequence,
  listAddressees,
  listBusy,
  whyNot,
  whyRefused,
} from "./enrol";

type StepPrice = { parts: number; to: string; terms: ChannelTerms; template: WhatsappTerms | undefined };

/** What a step costs, in cents. */
function priceOf(kind: StepKind, { parts, to, terms, template }: StepPrice): number {
  if (kind === "task") return 0;
  if (kind === "email") return costCents(1, terms.mailPrice);
  if (kind === "sms") return costCents(parts, terms.smsPart);
  if (!template?.category) return 0;
  return costCents(1, priceFrom(template.prices, template.category, priceCountry(to)));
}

/** What a step says to a record, where it goes, and what it costs; `refusal`: why it would not be done. */
function planStep(step: SequenceStep, record: Addressee, terms: ChannelTerms) {
  const to = addressFor(step.kind, record);
  const { subject, text, missing } = fillStep(step, record);
  const parts = step.kind === "sms" ? countParts(text) : 0;
  const template = terms.whatsapp(step);
  const optedOut = terms.optedOut.has(to) || template?.opted_out.includes(to) === true;
  const fault = template && (template.number_fault || template.template_fault);
  const refusal = fault || whyRefused(step.kind, { to, missing, optedOut });
  const cost_cents = refusal === "" ? priceOf(step.kind, { parts, to, terms, template }) : 0;
  return { to, subject, text, refusal, parts, cost_cents };
}

/** What a sequence would do for one record, when, and what it would cost. */
export async function planFor(
  trx: Trx,
  account: string,
  { hours, zone, steps }: EnrolledSequence,
  { record, terms, now }: { record: Addressee; terms: ChannelTerms; now: Date },
) {
  const busy = (await listBusy(trx, account, [record.id])).get(record.id);
  const planned = planSteps(steps, { start: now, zone, hours }).map(({ step, at }) => {
    return { step_id: step.id, kind: step.kind, at: at.toISOString(), ...planStep(step, record, terms) };
  });
  return {
    refusal: busy === undefined ? (whyNot(record, steps) ?? "") : `It is in the sequence ${busy}.`,
    steps: planned,
    cost_cents: planned.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
  };
}

/** The records of these that can be put in a sequence. */
export async function listEnrollable(
  trx: Trx,
  account: string,
  steps: readonly SequenceStep[],
  { kind, ids }: { kind: SequenceKind; ids: readonly number[] },
): Promise<Addressee[]> {
  const found = await listAddressees(trx, account, { kind, ids });
  const busy = await listBusy(trx, account, ids);
  return found.filter((record) => !busy.has(record.id) && whyNot(record, steps) === undefined);
}

/** What all steps cost for these records. */
export function sumCosts(
  steps: readonly SequenceStep[],
  records: readonly Addressee[],
  terms: ChannelTerms,
): { messages: number; cost_cents: number } {
  const planned = records.flatMap((record) =>
    steps.filter(({ kind }) => kind !== "task").map((step) => planStep(step, record, terms)),
  );
  return {
    messages: planned.filter(({ refusal }) => refusal === "").length,
    cost_cents: planned.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
  };
}
