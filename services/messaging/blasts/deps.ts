import type { billing } from "../../billing/contract";
import type { Client } from "../../kit/client";
import type { Carrier, CarrierHooks } from "../connectors/carrier";
import type { SharedSenderSetting } from "../senders/shared";
import type { LinkSetting } from "../short-links/base";

/** What the calls need from outside. `billingFor` gives a client that acts as a service for one account. */
export type BlastDeps = SharedSenderSetting &
  LinkSetting & {
    billingFor(account: string): Client<typeof billing.calls>;
    now?(): Date;
    /** Most parts a second on the link, for the forecast; 0 = no limit. */
    rateLimit?: number;
  };

export type CountParts = (result: "accepted" | "throttled" | "refused" | "lost", parts: number) => void;

/** Times in milliseconds. */
export type SendingDeps = BlastDeps & {
  carrier(hooks: CarrierHooks): Carrier;
  /** Another one, which takes over when the first is down. */
  secondCarrier?(hooks: CarrierHooks): Carrier;
  /** How long a carrier may be away before the next one takes over. 5 s. */
  failoverMs?: number;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Most parts handed to the carrier whose result is not yet in the database: what a kill can double. 500. */
  window?: number;
  /** How long a message with an unknown outcome waits for a receipt before it is sent once more. 120 s. */
  unknownWaitMs?: number;
  /** How often money is settled while a blast runs. 2 s. */
  settleMs?: number;
  /** How long a worker keeps its chunks without a sign of life. 60 s. */
  leaseMs?: number;
  /** A confirmation that was cut off is finished after this. 10 s. */
  repairMs?: number;
  /** How often the waiting for receipts is looked at. 30 s. */
  receiptsMs?: number;
  /** Hears what became of parts at the carrier. */
  count?(result: Parameters<CountParts>[0], parts: number, carrier: string): void;
  /** Hears of receipts and messages that belong to nothing. */
  countUnmatched?(what: "receipt" | "message", times: number): void;
};

export function currentTime(deps: BlastDeps): Date {
  return deps.now?.() ?? new Date();
}

/** What is left to spend, in cents; an account without a wallet has nothing. */
export async function loadBalance(
  deps: BlastDeps,
  { account, who }: { account: string; who: unknown },
): Promise<number> {
  const billingCustomer = (who as { billing_customer_id?: string } | undefined)?.billing_customer_id;
  if (!billingCustomer) return 0;
  const answer = await deps.billingFor(account).balance({ params: { billing_customer_id: billingCustomer } });
  return answer.status === 200 ? answer.body : 0;
}
