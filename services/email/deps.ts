import type { billing } from "../billing/contract";
import type { MailPolicy } from "../connectors/email/imap";
import type { Client } from "../kit/client";
import type { LoadFile } from "../kit/module";
import type { messaging } from "../messaging/contract";
import type { uploads } from "../uploads/contract";

export type EmailUpstreams = {
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
  uploads: Client<typeof uploads.calls>;
};

/** The TXT records of a name, each in one text. @throws when nobody answers; a name without any has none */
export type ResolveTxt = (name: string) => Promise<string[]>;

/** What the calls need from outside. */
export type EmailDeps = {
  clientsOfAccount(account: string): EmailUpstreams;
  loadFile: LoadFile;
  secret: string;
  publicUrl(): string;
  /** Where what can't be delivered comes back. */
  bounceDomain: string;
  resolveTxt: ResolveTxt;
  /** Which closed addresses an account's own mail host may have; none of them without it. */
  mailPolicy?: MailPolicy;
  now?(): Date;
};

export function currentTime(deps: Pick<EmailDeps, "now">): Date {
  return deps.now?.() ?? new Date();
}

/** What is left to spend, in cents; an account without a wallet has nothing. */
export async function loadBalance(
  deps: EmailDeps,
  { account, who }: { account: string; who: unknown },
): Promise<number> {
  const billingCustomer = (who as { billing_customer_id?: string } | undefined)?.billing_customer_id;
  if (!billingCustomer) return 0;
  const params = { billing_customer_id: billingCustomer };
  const answer = await deps.clientsOfAccount(account).billing.balance({ params });
  return answer.status === 200 ? answer.body : 0;
}
