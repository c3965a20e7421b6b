import type { Child } from "../contract.reseller";
import type { ChildAccount } from "./children";
import { expectStatus, type ResellerDeps } from "./deps";

/** A child with its balance, and the margin over `own`, the parent's own price of a part. */
export async function loadWithMoney(
  deps: ResellerDeps,
  { billing_customer_id, ...found }: ChildAccount,
  own: number | null,
): Promise<Child> {
  const answer = await deps.clientsOfAccount(found.number).billing.balance({ params: { billing_customer_id } });
  const margin = own === null ? null : found.part_price - own;
  return { ...found, margin, balance_cents: answer.status === 200 ? answer.body : null };
}

/** The parent's own price of a part; a list is shown without margins rather than not at all. */
export async function findOwnPrice(deps: ResellerDeps, account: string): Promise<number | null> {
  const answer = await deps.clientsOfAccount(account).messaging.sendingTerms();
  return answer.status === 200 ? answer.body.part_price : null;
}

/** The least that a child may pay for a part, in 1/10,000 KES. */
export async function loadMinimumPrice(deps: ResellerDeps, account: string): Promise<number> {
  return expectStatus(await deps.clientsOfAccount(account).messaging.sendingTerms(), 200).part_price;
}
