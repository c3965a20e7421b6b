import { billing } from "./billing/contract";
import type { BillingDeps } from "./billing/deps";
import { receiveCallback } from "./billing/payments/callbacks";
import { billingService } from "./billing/service";
import { billingDeps } from "./billing/set-up";
import { identity } from "./identity/contract";
import type { WalletOwner } from "./identity/deps";
import { identityService, introspectIn } from "./identity/service";
import type { SignUpJobDeps } from "./identity/signup/jobs";
import { type Carried, type Client, inProcess, remote } from "./kit/client";
import type { Calls, Contract } from "./kit/contract";
import type { Database } from "./kit/database";
import type { Environment } from "./kit/environment";
import type { Log } from "./kit/log";
import { countUpstream } from "./kit/metrics";
import { type Introspect, oncePerRequest, serviceToken } from "./kit/principal";
import type { Served, Surroundings } from "./kit/serve";
import { openStorage, type Storage } from "./kit/storage";
import { messaging } from "./messaging/contract";
import { messagingService } from "./messaging/service";
import { ticketing } from "./ticketing/contract";
import { ticketingService } from "./ticketing/service";
import { uploads } from "./uploads/contract";
import { uploadsService } from "./uploads/service";

export type Embedded = {
  services: { [name: string]: Served };
  /** A client of each service for one caller: in this process, or at its base URL. */
  ask(carried: Carried): Clients;
  /** A client that acts as a service for one account. */
  billingFor(account: string): Client<typeof billing.calls>;
  /** Every service, asked as a service of ours for one account: for jobs. */
  askAs(account: string): Clients;
  storage: Storage;
  /** What the jobs of signing up work with. */
  signUp: SignUpJobDeps;
  introspect: Introspect;
  /** What the jobs of billing work with. */
  billing: BillingDeps;
  /** Keeps what a payment provider tells us; undefined when billing is elsewhere. */
  callback: ((secret: string, raw: Uint8Array) => Promise<"stored" | "unknown">) | undefined;
};

export type Clients = {
  identity: Client<typeof identity.calls>;
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
  uploads: Client<typeof uploads.calls>;
  ticketing: Client<typeof ticketing.calls>;
};

/** Makes the services of this process. A service with a base URL in the settings is asked there instead. */
export function embeddedServices(
  database: Database,
  settings: Environment & { serviceSecret: string },
  log: Log,
  files: { dataDir: string; workerUrl?: URL; publicUrl?: () => string },
): Embedded {
  const around: Surroundings = {
    introspect: oncePerRequest(settings.IDENTITY_URL ? introspectAt(settings.IDENTITY_URL) : introspectIn(database)),
    serviceSecret: settings.serviceSecret,
    log,
    count: countUpstream,
  };
  const nobody: Carried = { token: "", requestId: "worker", address: "" };
  const forIdentity = identityDeps(settings, (account) => billingFor(account));
  const clientsOf = {
    identityFor: (account: string) => askAs(account).identity,
    uploadsFor: (account: string) => askAs(account).uploads,
  };
  const forBilling = billingDeps(settings, clientsOf, files.publicUrl ?? (() => ""));
  const served = {
    identity: identityService(database, settings.CLIENT_ID, around, {
      ...forIdentity,
      uploadsFor: (account) => askAs(account).uploads,
      askAs: (account) => askAs(account),
      childrenOf: (account) => askAs(account),
    }),
    billing: billingService(database, around, forBilling),
  };
  const reach = <C extends Calls>(base: string | undefined, contract: Contract<C>, own: Served<C>, carried: Carried) =>
    base ? remote(contract, base, carried, countUpstream) : inProcess(own, carried);
  const billingFor = (account: string) =>
    reach(settings.BILLING_URL, billing, served.billing, {
      ...nobody,
      token: serviceToken(settings.serviceSecret, account),
    });
  const storage = openStorage(storageOf(settings, files.dataDir));
  const stored = uploadsService(database, storage, around);
  const messages = messagingService(database, { ...files, billingFor, log, rateLimit: settings.SMPP_TPS }, around);
  const askAs = (account: string) => ask({ ...nobody, token: serviceToken(settings.serviceSecret, account) });
  const desk = { ask: (carried: Carried) => ask(carried), askAs, supportAccount: settings.SUPPORT_ACCOUNT };
  const tickets = ticketingService(database, { ...desk, site: settings.PUBLIC_URL }, around);
  const ask = (carried: Carried): Clients => ({
    identity: reach(settings.IDENTITY_URL, identity, served.identity, carried),
    billing: reach(settings.BILLING_URL, billing, served.billing, carried),
    messaging: reach(settings.MESSAGING_URL, messaging, messages, carried),
    uploads: reach(settings.UPLOADS_URL, uploads, stored, carried),
    ticketing: reach(settings.TICKETING_URL, ticketing, tickets, carried),
  });
  return {
    services: { ...served, messaging: messages, uploads: stored, ticketing: tickets } as unknown as {
      [name: string]: Served;
    },
    billingFor,
    ask,
    askAs,
    storage,
    signUp: { ...forIdentity, serviceSecret: settings.serviceSecret },
    introspect: around.introspect,
    billing: forBilling,
    callback: settings.BILLING_URL ? undefined : (secret, raw) => receiveCallback(database, secret, raw),
  };
}

/** Where else one may sign in, whether mails leave, and how a new account gets its wallet. */
export function identityDeps(settings: Environment, billingFor: Embedded["billingFor"]) {
  const { OIDC_PROVIDERS: providers, FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret } = settings;
  return {
    providers,
    ...(id && secret ? { facebook: { id, secret } } : {}),
    canMail: settings.SMTP_URL !== undefined,
    async openWallet(account: string, who: WalletOwner) {
      const { status } = await billingFor(account).openAccount({ body: who });
      if (status !== 201) throw new Error(`billing answered ${status}`);
    },
  };
}

/** A folder of this machine, or the bucket of the settings. */
function storageOf(settings: Environment, dataDir: string) {
  const { FILES_S3_URL: url, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = settings;
  const { FILES_S3_KEY: key = "", FILES_S3_SECRET: secret = "" } = settings;
  return bucket ? { dataDir, s3: { ...(url ? { url } : {}), bucket, region, key, secret } } : { dataDir };
}

/** Asks a remote identity service who a token belongs to. */
function introspectAt(base: string): Introspect {
  return async (token, requestId, agent = "") => {
    const answer = await remote(identity, base, { token, requestId, address: "", agent }).details();
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
