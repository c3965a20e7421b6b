import { isMessage, type MessageKind, type StepKind, stepKindNames, unknownFields } from "../../../rules/sequences";
import { type TemplateComponent, templateVariables } from "../../../rules/whatsapp/templates";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import type { SequenceStepForm } from "../contract.sequences";
import type { CrmDeps } from "../deps";
import { away, loadWhatsappTerms, templateWords, type WhatsappTerms, whatsappKey } from "./whatsapp";

const permissions = ["Send bulk message", "Send single message"] as const;
const needs = {
  sms: { permissions, products: ["SMS", "BULK"] },
  email: { permissions, products: ["Email"] },
  whatsapp: { permissions: ["Create whatsapp message"], products: ["Whatsapp"] },
} as const;

/** Messages cost money: whoever has them sent may send them. @throws HttpError 403 */
export function mustSend(caller: Pick<CallContext, "who">, kinds: readonly StepKind[]): void {
  for (const kind of ["sms", "email", "whatsapp"] as const) {
    const why = kinds.includes(kind) ? whyMayNotSend(caller, kind) : "";
    if (why !== "") throw new HttpError(403, why);
  }
}

/** Why someone may not have messages sent; "": they may. */
export function whyMayNotSend({ who }: Pick<CallContext, "who">, kind: MessageKind): string {
  const lacks = who?.kind === "person" ? missing(who, needs[kind]) : undefined;
  if (lacks?.products) return `Your account does not have ${stepKindNames[kind]}.`;
  return lacks ? `You need the permission ${needs[kind].permissions.join(" or ")}.` : "";
}

/** A step as its channel is asked about it. */
type AskedStep = { kind: StepKind; sender: string; template_id: number | null };

/** What a message costs and whom it can be from. In 1/10,000 KES: a part of an SMS, an e-mail. */
export type ChannelTerms = {
  smsPart: number;
  mailPrice: number;
  usable(kind: StepKind, sender: string): boolean;
  /** What the number and the template of a WhatsApp step allow; none of other steps. */
  whatsapp(step: AskedStep): WhatsappTerms | undefined;
  /** Of the numbers and addresses that were asked about, those that want no messages. */
  optedOut: ReadonlySet<string>;
};

/** Numbers and addresses about which the channels are asked at once. */
const maxAsked = 500;

/** The terms of the channels that these steps use. @throws HttpError 503 */
export async function loadTerms(
  deps: CrmDeps,
  account: string,
  steps: readonly AskedStep[],
  people: readonly { phone: string; email: string }[] = [],
): Promise<ChannelTerms> {
  const { messaging, email } = deps.clientsOfAccount(account);
  const senders = [...new Set(steps.flatMap(({ kind, sender }) => (kind === "sms" ? [sender] : [])))];
  const filled = (all: string[]) => [...new Set(all)].filter((one) => one !== "").slice(0, maxAsked);
  const phones = filled(people.map(({ phone }) => phone));
  const addresses = filled(people.map((one) => one.email.toLowerCase()));
  const [texts, mails, stopped, templates] = await Promise.all([
    Promise.all(senders.map((sender) => messaging.questionTerms({ body: { sender: sender.slice(0, 15) } }))),
    steps.some(({ kind }) => kind === "email") ? email.mailTerms({ body: { addresses } }) : undefined,
    phones.length === 0 || senders.length === 0 ? undefined : messaging.optedOut({ body: { msisdns: phones } }),
    loadWhatsappTerms(deps, account, steps, phones),
  ]);
  const terms = texts.map((answer) => {
    if (answer.status !== 200) throw away();
    return answer.body;
  });
  if ((mails && mails.status !== 200) || (stopped && stopped.status !== 200)) throw away();
  const usableTexts = senders.filter((_, at) => terms[at]?.usable);
  const mail = mails?.status === 200 ? mails.body : { mail_price: 0, senders: [], answers_to: {}, suppressed: [] };
  const numbers = stopped?.status === 200 ? stopped.body.msisdns : [];
  return {
    smsPart: terms[0]?.part_price ?? 0,
    mailPrice: mail.mail_price,
    optedOut: new Set([...numbers, ...mail.suppressed]),
    whatsapp: (step) => templates.get(whatsappKey(step)),
    usable: (kind, sender) =>
      kind === "sms" ? usableTexts.includes(sender) : mail.senders.includes(sender.toLowerCase()),
  };
}

/**
 * A step that can be sent as it is: a WhatsApp step with the name and the words of its template.
 * @throws HttpError 403, 422, 503
 */
export async function completeStep(
  deps: CrmDeps,
  caller: CallContext,
  step: SequenceStepForm,
): Promise<SequenceStepForm> {
  mustSend(caller, [step.kind]);
  for (const field of ["subject", "body"] as const) mustKnowFields(field, step[field]);
  if (!isMessage(step.kind)) return step;
  const terms = await loadTerms(deps, caller.account, [step]);
  const template = terms.whatsapp(step);
  if (template) return completeTemplate(step, template);
  if (terms.usable(step.kind, step.sender)) return step;
  const words =
    step.kind === "sms"
      ? "This sender ID can't be used. Choose another one."
      : "This address can't be used. Choose another one.";
  throw new HttpError(422, words, { sender: [words] });
}

/** @throws HttpError 422 */
function mustKnowFields(field: string, text: string): void {
  const [unknown] = unknownFields(text);
  if (unknown === undefined) return;
  const words = `There is no field {{${unknown}}}.`;
  throw new HttpError(422, words, { [field]: [words] });
}

/** @throws HttpError 422 */
function completeTemplate(step: SequenceStepForm, terms: WhatsappTerms): SequenceStepForm {
  const { number_fault, template_fault, template_name, components } = terms;
  if (number_fault !== "") throw new HttpError(422, number_fault, { sender: [number_fault] });
  if (template_fault !== "") throw new HttpError(422, template_fault, { template_id: [template_fault] });
  const listed = templateVariables(components as TemplateComponent[]);
  const texts = listed.map(({ key, name, where }) => {
    const text = step.variables[key] ?? "";
    const words = `Write a text for {{${name}}} in the ${where}.`;
    if (text === "") throw new HttpError(422, words, { [`variables.${key}`]: [words] });
    mustKnowFields(`variables.${key}`, text);
    return [key, text] as const;
  });
  const variables = Object.fromEntries(texts);
  return { ...step, variables, subject: template_name, body: templateWords(components, variables) };
}

/** The zone of the account. @throws HttpError 503 */
export async function loadZone(deps: CrmDeps, account: string): Promise<string> {
  const answer = await deps.clientsOfAccount(account).identity.accountOf({});
  if (answer.status !== 200) throw away();
  return answer.body.time_zone;
}
