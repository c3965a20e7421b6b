import { type StepKind, stepKindNames, unknownFields } from "../../../rules/sequences";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import type { SequenceStepForm } from "../contract.sequences";
import type { CrmDeps } from "../deps";

const permissions = ["Send bulk message", "Send single message"] as const;
const needs = {
  sms: { permissions, products: ["SMS", "BULK"] },
  email: { permissions, products: ["Email"] },
} as const;

/** Messages cost money: whoever has them sent may send them. @throws HttpError 403 */
export function mustSend({ who }: Pick<CallContext, "who">, kinds: readonly StepKind[]): void {
  if (who?.kind !== "person") return;
  for (const kind of ["sms", "email"] as const) {
    if (!kinds.includes(kind)) continue;
    const lacks = missing(who, needs[kind]);
    if (lacks?.products) throw new HttpError(403, `Your account does not have ${stepKindNames[kind]}.`);
    if (lacks) throw new HttpError(403, `You need the permission ${permissions.join(" or ")}.`);
  }
}

const away = () => new HttpError(503, "This can't be checked right now. Try again in a moment.");

/** What a message costs and whom it can be from. In 1/10,000 KES: a part of an SMS, an e-mail. */
export type ChannelTerms = {
  smsPart: number;
  mailPrice: number;
  usable(kind: StepKind, sender: string): boolean;
  /** Of the numbers and addresses that were asked about, those that want no messages. */
  optedOut: ReadonlySet<string>;
};

/** The terms of the channels that these steps use. @throws HttpError 503 */
export async function loadTerms(
  deps: CrmDeps,
  account: string,
  steps: readonly { kind: StepKind; sender: string }[],
  { phone = "", email: address = "" }: { phone?: string; email?: string } = {},
): Promise<ChannelTerms> {
  const { messaging, email } = deps.clientsOfAccount(account);
  const senders = [...new Set(steps.flatMap(({ kind, sender }) => (kind === "sms" ? [sender] : [])))];
  const addresses = address === "" ? [] : [address.toLowerCase()];
  const [texts, mails, stopped] = await Promise.all([
    Promise.all(senders.map((sender) => messaging.questionTerms({ body: { sender: sender.slice(0, 15) } }))),
    steps.some(({ kind }) => kind === "email") ? email.mailTerms({ body: { addresses } }) : undefined,
    phone === "" || senders.length === 0 ? undefined : messaging.optedOut({ body: { msisdns: [phone] } }),
  ]);
  const terms = texts.map((answer) => {
    if (answer.status !== 200) throw away();
    return answer.body;
  });
  if ((mails && mails.status !== 200) || (stopped && stopped.status !== 200)) throw away();
  const usableTexts = senders.filter((_, at) => terms[at]?.usable);
  const mail = mails?.status === 200 ? mails.body : { mail_price: 0, senders: [], suppressed: [] };
  const numbers = stopped?.status === 200 ? stopped.body.msisdns : [];
  return {
    smsPart: terms[0]?.part_price ?? 0,
    mailPrice: mail.mail_price,
    optedOut: new Set([...numbers, ...mail.suppressed]),
    usable: (kind, sender) =>
      kind === "task" || (kind === "sms" ? usableTexts.includes(sender) : mail.senders.includes(sender.toLowerCase())),
  };
}

/** @throws HttpError 403, 422, 503 */
export async function mustBeSendable(deps: CrmDeps, caller: CallContext, step: SequenceStepForm): Promise<void> {
  mustSend(caller, [step.kind]);
  for (const field of ["subject", "body"] as const) {
    const [unknown] = unknownFields(step[field]);
    if (unknown === undefined) continue;
    const words = `There is no field {{${unknown}}}.`;
    throw new HttpError(422, words, { [field]: [words] });
  }
  const terms = await loadTerms(deps, caller.account, [step]);
  if (terms.usable(step.kind, step.sender)) return;
  const words =
    step.kind === "sms"
      ? "This sender ID can't be used. Choose another one."
      : "This address can't be used. Choose another one.";
  throw new HttpError(422, words, { sender: [words] });
}

/** The zone of the account. @throws HttpError 503 */
export async function loadZone(deps: CrmDeps, account: string): Promise<string> {
  const answer = await deps.clientsOfAccount(account).identity.accountOf({});
  if (answer.status !== 200) throw away();
  return answer.body.time_zone;
}
