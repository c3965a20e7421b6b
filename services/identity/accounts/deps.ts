import type { billing } from "../../billing/contract";
import type { Client } from "../../kit/client";
import type { messaging } from "../../messaging/contract";

/** Whom an account's status is told to, asked as a service for that account. */
export type AccountStatusDeps = {
  clientsOfAccount(account: string): {
    billing: Pick<Client<typeof billing.calls>, "setAccountStatus">;
    messaging: Pick<Client<typeof messaging.calls>, "setAccountStatus">;
  };
};

/** What the platform's list of accounts needs besides. */
export type AccountDeps = {
  clientsOfAccount(account: string): {
    billing: Pick<Client<typeof billing.calls>, "setAccountStatus" | "accountMoney">;
    messaging: Pick<Client<typeof messaging.calls>, "setAccountStatus">;
  };
};
