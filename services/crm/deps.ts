import type { identity } from "../identity/contract";
import type { Client } from "../kit/client";

/** What the CRM needs from outside. */
export type CrmDeps = {
  /** Other services, asked as a service for one account. */
  clientsOfAccount(account: string): {
    identity: Pick<Client<typeof identity.calls>, "allMembers" | "personAccess" | "accountOf">;
  };
  now?(): Date;
};

export function currentTime(deps: CrmDeps): Date {
  return deps.now?.() ?? new Date();
}
