import type { Client } from "../../kit/client";
import type { personCalls, retentionCalls, ticketRetentionCalls } from "../../kit/person-data";
import type { uploads } from "../../uploads/contract";

/** A service that may keep people's data: then it answers `personCalls`, and maybe calls of retention. */
type Keeper = Partial<Client<typeof personCalls> & Client<typeof retentionCalls> & Client<typeof ticketRetentionCalls>>;
export type PrivacyDeps = {
  /** Every service by its name, asked as a service of ours for one account. */
  clientsOfAccount(account: string): { uploads: Client<typeof uploads.calls> };
};

/** Every service there is: which of them keep people's data is for their contracts to say. */
export function dataKeepers({ clientsOfAccount }: PrivacyDeps, account: string): [name: string, service: Keeper][] {
  return Object.entries(clientsOfAccount(account)) as [string, Keeper][];
}
