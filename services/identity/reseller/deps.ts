import type { billing } from "../../billing/contract";
import type { Client } from "../../kit/client";
import type { Problem } from "../../kit/contract";
import { HttpError } from "../../kit/serve";
import type { messaging } from "../../messaging/contract";
import type { IdentityDeps } from "../deps";

/** What child accounts need from the other services, asked as a service for one account. */
export type ResellerDeps = {
  clientsOfAccount(account: string): {
    billing: Pick<Client<typeof billing.calls>, "balance" | "setAccountStatus">;
    messaging: Pick<
      Client<typeof messaging.calls>,
      "sendingTerms" | "setPartPrice" | "giveSenders" | "setAccountStatus"
    >;
  };
  openWallet?: IdentityDeps["openWallet"];
};

/** The body that was hoped for; any other answer of a service is passed on as it is. */
export function expectStatus<A extends { status: number; body: unknown }, S extends A["status"]>(
  answer: A,
  status: S,
): Extract<A, { status: S }>["body"] {
  if (answer.status === status) return answer.body as Extract<A, { status: S }>["body"];
  const { message, errors } = answer.body as Problem;
  throw new HttpError(answer.status === 401 ? 503 : (answer.status as 422), message, errors);
}
