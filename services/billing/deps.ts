import { brand } from "../../rules/brand";
import type { Mpesa } from "../connectors/mpesa/mpesa";
import type { identity } from "../identity/contract";
import type { ActivityActor } from "../kit/activities";
import type { Client } from "../kit/client";
import { HttpError } from "../kit/serve";
import type { uploads } from "../uploads/contract";
import type { Party } from "./contract.invoices";

/** What the money needs from outside. */
export type BillingDeps = {
  /** The identity service, asked as a service for one account. */
  identityFor(account: string): Pick<Client<typeof identity.calls>, "accountOf" | "grantProducts">;
  /** The uploads service, asked as a service for one account; without it slips come without a file. */
  uploadsFor?(account: string): Pick<Client<typeof uploads.calls>, "attach" | "link">;
  /** Without it there are no M-Pesa payments, and all else goes on. */
  mpesa?: Mpesa;
  /** The address at which a provider tells us of one payment; the secret is in it. */
  callbackUrl(secret: string): string;
  /** Who issues the invoices; `email` also hears of what a person of the platform must look at. */
  seller: Party;
  now?(): Date;
};

/** For a process that only keeps the books. */
export const booksOnly: BillingDeps = {
  identityFor: () => ({ accountOf: absent, grantProducts: absent }),
  callbackUrl: () => "",
  seller: { name: brand.name, address: "", email: "", phone: "", kra_pin: "" },
};

async function absent(): Promise<never> {
  throw new HttpError(503, "The identity service is not set up.");
}

export function currentTime(deps: BillingDeps): Date {
  return deps.now?.() ?? new Date();
}

/** Who is asking, for the activities; a service of ours is the system. */
export function activityActor({ who, address }: { who: unknown; address: string }): ActivityActor {
  const person = callingPerson(who);
  return person ? { ...person, address } : "system";
}

export function callingPerson(who: unknown): { id: string; name: string; email: string } | undefined {
  const found = who as { kind?: string; id?: string; name?: string; email?: string } | undefined;
  return found?.kind === "person"
    ? { id: found.id ?? "", name: found.name ?? "", email: found.email ?? "" }
    : undefined;
}
