import { billing } from "./billing/contract";
import { billingService } from "./billing/service";
import { identity } from "./identity/contract";
import { identityService, introspectIn } from "./identity/service";
import { type Carried, type Client, inProcess, remote } from "./kit/client";
import type { Calls, Contract } from "./kit/contract";
import type { Database } from "./kit/database";
import type { Environment } from "./kit/environment";
import type { Log } from "./kit/log";
import { countUpstream } from "./kit/metrics";
import { type Introspect, oncePerRequest, serviceToken } from "./kit/principal";
import type { Served, Surroundings } from "./kit/serve";
import { messaging } from "./messaging/contract";
import { messagingService } from "./messaging/service";

export type Embedded = {
  services: { [name: string]: Served };
  /** A client of each service for one caller: in this process, or at its base URL. */
  ask(carried: Carried): Clients;
  /** A client that acts as a service for one account. */
  billingFor(account: string): Client<typeof billing.calls>;
};

export type Clients = {
  identity: Client<typeof identity.calls>;
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
};

/** Makes the services of this process. A service with a base URL in the settings is asked there instead. */
export function embeddedServices(
  database: Database,
  settings: Environment & { serviceSecret: string },
  log: Log,
  files: { dataDir: string; workerUrl?: URL },
): Embedded {
  const around: Surroundings = {
    introspect: oncePerRequest(settings.IDENTITY_URL ? introspectAt(settings.IDENTITY_URL) : introspectIn(database)),
    serviceSecret: settings.serviceSecret,
    log,
    count: countUpstream,
  };
  const nobody: Carried = { token: "", requestId: "worker", address: "" };
  const served = {
    identity: identityService(database, settings.CLIENT_ID, around),
    billing: billingService(database, around),
  };
  const reach = <C extends Calls>(base: string | undefined, contract: Contract<C>, own: Served<C>, carried: Carried) =>
    base ? remote(contract, base, carried, countUpstream) : inProcess(own, carried);
  const billingFor = (account: string) =>
    reach(settings.BILLING_URL, billing, served.billing, {
      ...nobody,
      token: serviceToken(settings.serviceSecret, account),
    });
  const messages = messagingService(database, { ...files, billingFor, log, rateLimit: settings.SMPP_TPS }, around);
  return {
    services: { ...served, messaging: messages } as unknown as { [name: string]: Served },
    billingFor,
    ask: (carried) => ({
      identity: reach(settings.IDENTITY_URL, identity, served.identity, carried),
      billing: reach(settings.BILLING_URL, billing, served.billing, carried),
      messaging: reach(settings.MESSAGING_URL, messaging, messages, carried),
    }),
  };
}

/** Asks a remote identity service who a token belongs to. */
function introspectAt(base: string): Introspect {
  return async (token, requestId) => {
    const answer = await remote(identity, base, { token, requestId, address: "" }).details();
    if (answer.status === 401) return undefined;
    if (answer.status !== 200) throw Object.assign(new Error("identity can't be reached"), { code: "ECONNREFUSED" });
    const { user } = answer.body;
    return {
      ...user,
      kind: "person",
      permissions: user.permissions.map(({ name }) => name),
      products: user.products.map(({ name }) => name),
    };
  };
}
