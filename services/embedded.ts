import { billing } from "./billing/contract";
import type { BillingDeps } from "./billing/deps";
import { receiveCallback } from "./billing/payments/callbacks";
import { billingService } from "./billing/service";
import { billingDeps } from "./billing/set-up";
import { chat } from "./chat/contract";
import { chatService } from "./chat/service";
import { chatStoreOf } from "./chat/store/choose";
import type { ChatStore } from "./chat/store/store";
import { mailReader } from "./connectors/email/run";
import { identity } from "./identity/contract";
import type { WalletOwner } from "./identity/deps";
import { identityService, introspectIn } from "./identity/service";
import type { SignUpJobDeps } from "./identity/signup/jobs";
import { addressBytes, block, inBlock } from "./kit/address";
import { type CallerHeaders, type Client, inProcess, remote } from "./kit/client";
import type { Calls, Contract } from "./kit/contract";
import type { Database } from "./kit/database";
import type { Environment } from "./kit/environment";
import type { Log } from "./kit/log";
import { countUpstream } from "./kit/metrics";
import { type Introspect, oncePerRequest, serviceToken } from "./kit/principal";
import type { Served, ServeOptions } from "./kit/serve";
import { openStorage, type Storage } from "./kit/storage";
import { messaging } from "./messaging/contract";
import { messagingService } from "./messaging/service";
import { social } from "./social/contract";
import type { SocialContext, SocialDeps } from "./social/deps";
import { type Hooks, hooksOf } from "./social/hooks";
import { fileLoader } from "./social/load";
import { socialService } from "./social/service";
import { ticketing } from "./ticketing/contract";
import { ticketingService } from "./ticketing/service";
import { uploads } from "./uploads/contract";
import { openFile } from "./uploads/open-file";
import { uploadsService } from "./uploads/service";
import { webchat } from "./webchat/contract";
import type { WebchatDeps } from "./webchat/deps";
import { webchatService } from "./webchat/service";
import type { VisitLimits } from "./webchat/visits/limits";

export type Embedded = {
  services: { [name: string]: Served };
  /** A client of each service for one caller: in this process, or at its base URL. */
  clientsFor(caller: CallerHeaders): ServiceClients;
  /** A client that acts as a service for one account. */
  billingFor(account: string): Client<typeof billing.calls>;
  /** Every service, asked as a service of ours for one account: for jobs. */
  clientsOfAccount(account: string): ServiceClients;
  storage: Storage;
  /** What the jobs of signing up work with. */
  signUp: SignUpJobDeps;
  introspect: Introspect;
  /** What the jobs of billing work with. */
  billing: BillingDeps;
  /** Keeps what a payment provider tells us; undefined when billing is elsewhere. */
  callback: ((secret: string, raw: Uint8Array) => Promise<"stored" | "unknown">) | undefined;
  /** What the visitors' door works with; undefined when web chat is elsewhere. */
  webchat: { deps: WebchatDeps; limits: VisitLimits } | undefined;
  /** What the jobs of the social channels work with. */
  social: SocialContext;
  /** Where browsers hear of chats. */
  chatStore: ChatStore;
  /** Keeps what the chat networks post; undefined when their service is elsewhere. */
  hooks: Hooks | undefined;
};

export type ServiceClients = {
  identity: Client<typeof identity.calls>;
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
  uploads: Client<typeof uploads.calls>;
  ticketing: Client<typeof ticketing.calls>;
  chat: Client<typeof chat.calls>;
  webchat: Client<typeof webchat.calls>;
  social: Client<typeof social.calls>;
};

/** Makes the services of this process. A service with a base URL in the settings is asked there instead. */
export function embeddedServices(
  database: Database,
  settings: Environment & { serviceSecret: string },
  log: Log,
  files: { dataDir: string; workerUrl?: URL; publicUrl?: () => string },
): Embedded {
  const options: ServeOptions = {
    introspect: oncePerRequest(settings.IDENTITY_URL ? introspectAt(settings.IDENTITY_URL) : introspectIn(database)),
    serviceSecret: settings.serviceSecret,
    log,
    count: countUpstream,
  };
  const nobody: CallerHeaders = { token: "", requestId: "worker", address: "" };
  const forIdentity = identityDeps(settings, (account) => billingFor(account));
  const clientsOf = {
    identityFor: (account: string) => clientsOfAccount(account).identity,
    uploadsFor: (account: string) => clientsOfAccount(account).uploads,
  };
  const forBilling = billingDeps(settings, clientsOf, files.publicUrl ?? (() => ""));
  const served = {
    identity: identityService(database, settings.CLIENT_ID, options, {
      ...forIdentity,
      uploadsFor: (account) => clientsOfAccount(account).uploads,
      clientsOfAccount: (account) => clientsOfAccount(account),
      childrenOf: (account) => clientsOfAccount(account),
    }),
    billing: billingService(database, options, forBilling),
  };
  const reach = <C extends Calls>(
    base: string | undefined,
    contract: Contract<C>,
    own: Served<C>,
    caller: CallerHeaders,
  ) => (base ? remote(contract, base, caller, countUpstream) : inProcess(own, caller));
  const billingFor = (account: string) =>
    reach(settings.BILLING_URL, billing, served.billing, {
      ...nobody,
      token: serviceToken(settings.serviceSecret, account),
    });
  const storage = openStorage(storageOf(settings, files.dataDir));
  const stored = uploadsService(database, storage, options);
  const messages = messagingService(
    database,
    {
      ...{ ...files, ...clientsOf, billingFor, log },
      ...{ rateLimit: settings.SMPP_TPS, sharedSender: settings.SMS_SHARED_SENDER },
    },
    options,
  );
  const clientsOfAccount = (account: string) =>
    clientsFor({ ...nobody, token: serviceToken(settings.serviceSecret, account) });
  const desk = {
    clientsFor: (caller: CallerHeaders) => clientsFor(caller),
    clientsOfAccount,
    supportAccount: settings.SUPPORT_ACCOUNT,
  };
  const tickets = ticketingService(database, { ...desk, site: settings.PUBLIC_URL }, options);
  const chats = chatService(
    database,
    {
      ...{ clientsFor: desk.clientsFor, clientsOfAccount, secret: settings.serviceSecret, site: settings.PUBLIC_URL },
      sync: async (account, contact) =>
        (await clientsOfAccount(account).social.sync({ body: { contact } })).status === 201,
    },
    options,
  );
  const forWebchat: WebchatDeps = { clientsOfAccount, secret: settings.serviceSecret };
  const webchats = webchatService(database, forWebchat, options);
  const { serviceSecret: secret } = settings;
  const openOwn = async (id: string, link: URLSearchParams) => {
    const opened = await openFile({ database, storage, secret }, id, link, async () => undefined);
    return "file" in opened ? opened : undefined;
  };
  const publicUrl = files.publicUrl ?? (() => settings.PUBLIC_URL ?? "");
  const forSocial: SocialDeps = {
    ...{ clientsFor: desk.clientsFor, clientsOfAccount, secret, publicUrl },
    ...{ telegramUrl: settings.TELEGRAM_URL, graphUrl: settings.GRAPH_URL, graphVersion: settings.GRAPH_VERSION },
    load: fileLoader({ clientsOfAccount, publicUrl, open: settings.UPLOADS_URL ? undefined : openOwn }),
    ...mailDeps(settings, files.workerUrl),
  };
  const socials = socialService(database, forSocial, options);
  const clientsFor = (caller: CallerHeaders): ServiceClients => ({
    identity: reach(settings.IDENTITY_URL, identity, served.identity, caller),
    billing: reach(settings.BILLING_URL, billing, served.billing, caller),
    messaging: reach(settings.MESSAGING_URL, messaging, messages, caller),
    uploads: reach(settings.UPLOADS_URL, uploads, stored, caller),
    ticketing: reach(settings.TICKETING_URL, ticketing, tickets, caller),
    chat: reach(settings.CHAT_URL, chat, chats, caller),
    webchat: reach(settings.WEBCHAT_URL, webchat, webchats, caller),
    social: reach(settings.SOCIAL_URL, social, socials, caller),
  });
  return {
    services: {
      ...served,
      messaging: messages,
      uploads: stored,
      ticketing: tickets,
      chat: chats,
      webchat: webchats,
      social: socials,
    } as unknown as {
      [name: string]: Served;
    },
    billingFor,
    clientsFor,
    clientsOfAccount,
    storage,
    signUp: { ...forIdentity, serviceSecret: settings.serviceSecret },
    introspect: options.introspect,
    billing: forBilling,
    callback: settings.BILLING_URL ? undefined : (secret, raw) => receiveCallback(database, secret, raw),
    webchat: settings.WEBCHAT_URL ? undefined : { deps: forWebchat, limits: limitsOf(settings) },
    social: { db: database.db, deps: forSocial },
    chatStore: chatStoreOf(settings),
    hooks: settings.SOCIAL_URL ? undefined : hooksOf(database, secret),
  };
}

/** Which closed addresses mail hosts may have, and the thread that reads mails: it stands beside the other worker. */
function mailDeps({ MAIL_HOSTS_ALLOWED }: Environment, workerUrl: URL | undefined) {
  const allowed = MAIL_HOSTS_ALLOWED.map(block);
  return {
    mayDial(address: string) {
      const bytes = addressBytes(address);
      return bytes !== undefined && allowed.some((one) => inBlock(bytes, one));
    },
    readMail: mailReader(workerUrl && new URL("mail-reader.js", workerUrl)),
  };
}

/** Where else one may sign in, whether mails leave, and how a new account gets its wallet. */
export function identityDeps(settings: Environment, billingFor: Embedded["billingFor"]) {
  const { OIDC_PROVIDERS: providers, FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret } = settings;
  return {
    providers,
    ...(id && secret ? { facebook: { id, secret, version: settings.GRAPH_VERSION } } : {}),
    canMail: settings.SMTP_URL !== undefined,
    async openWallet(account: string, who: WalletOwner) {
      const { status } = await billingFor(account).openAccount({ body: who });
      if (status !== 201) throw new Error(`billing answered ${status}`);
    },
  };
}

/** How often one address may do what in the web chat. */
function limitsOf(settings: Environment): VisitLimits {
  return {
    sessions: settings.WEBCHAT_SESSIONS_PER_HOUR,
    chats: settings.WEBCHAT_CHATS_PER_12_HOURS,
    updates: settings.WEBCHAT_UPDATES_PER_HOUR,
    uploads: settings.WEBCHAT_UPLOADS_PER_HOUR,
    transcripts: settings.WEBCHAT_TRANSCRIPTS_PER_HOUR,
    visitors: settings.WEBCHAT_VISITORS_PER_ADDRESS,
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
