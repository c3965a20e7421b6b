import type { z } from "zod";
import type { StepKind } from "../../../rules/sequences";
import { renderedText, renderTemplate, type TemplateComponent } from "../../../rules/whatsapp/templates";
import { HttpError } from "../../kit/serve";
import type { singleCalls } from "../../whatsapp/contract.single";
import type { CrmDeps } from "../deps";

export const away = () => new HttpError(503, "This can't be checked right now. Try again in a moment.");

/** What a number and a template allow. */
export type WhatsappTerms = z.infer<(typeof singleCalls.singleTerms.answers)[200]>;

type WhatsappStep = { kind: StepKind; sender: string; template_id: number | null };

/** By what the terms of a step are found. */
export function whatsappKey({ kind, sender, template_id }: WhatsappStep): string {
  return kind === "whatsapp" ? `${sender} ${template_id}` : "";
}

/** The terms of each number with each template of these steps. @throws HttpError 503 */
export async function loadWhatsappTerms(
  deps: CrmDeps,
  account: string,
  steps: readonly WhatsappStep[],
  msisdns: string[],
): Promise<Map<string, WhatsappTerms>> {
  const asked = new Map(steps.filter(({ kind }) => kind === "whatsapp").map((step) => [whatsappKey(step), step]));
  const terms = new Map<string, WhatsappTerms>();
  await Promise.all(
    [...asked].map(async ([key, { sender, template_id }]) => {
      const body = { number_id: numberId(sender), template_id: template_id ?? 0, msisdns };
      const answer = await deps.clientsOfAccount(account).whatsapp.singleTerms({ body });
      if (answer.status !== 200) throw away();
      terms.set(key, answer.body);
    }),
  );
  return terms;
}

/** The number that a WhatsApp step is from. */
export function numberId(sender: string): number {
  const id = Number(sender);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** A template as its reader sees it, with these texts for its variables. */
export function templateWords(
  components: WhatsappTerms["components"],
  variables: Readonly<Record<string, string>>,
): string {
  return renderedText(renderTemplate(components as TemplateComponent[], variables));
}
