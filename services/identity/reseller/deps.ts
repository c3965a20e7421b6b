import type { billing } from "../../billing/contract";
import type { Client } from "../../kit/client";
import type { messaging } from "../../messaging/contract";
import type { IdentityDeps } from "../deps";

/** What child accounts need from the other services, asked as a service for one account. */
export type ResellerDeps = {
  clientsOfAccount(account: string): {
    billing: Pick<Client<typeof billing.calls>, "balance" | "setStanding">;
    messaging: Pick<
      Client<typeof messaging.calls>,
      | "sendingTerms"
      | "setPartPrice"
      | "giveSenders"
      | "setStanding"
      | "signBlast"
      | "someBlasts"
      | "allGroups"
      | "price"
      | "createBlast"
      | "blast"
      | "confirmBlast"
      | "messages"
    >;
  };
  openWallet?: IdentityDeps["openWallet"];
};
