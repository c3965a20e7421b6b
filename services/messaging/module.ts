import type { billing } from "../billing/contract";
import type { identity } from "../identity/contract";
import type { Client } from "../kit/client";
import { type ServicePlatform, serviceModule } from "../kit/module";
import type { uploads } from "../uploads/contract";
import { messaging } from "./contract";
import { messagingService, messagingTasks, startSending, waitingMessages } from "./service";
import { type MessagingSettings, messagingSettings } from "./settings";
import { isOurDomain } from "./short-links/settings";

type Clients = {
  billing: Client<typeof billing.calls>;
  identity: Client<typeof identity.calls>;
  uploads: Client<typeof uploads.calls>;
};

/** Contacts, sender IDs, bulk SMS and its inbox. */
export const messagingModule = serviceModule({
  contract: messaging,
  settings: messagingSettings,
  start(platform: ServicePlatform<MessagingSettings, Clients>) {
    const { database, settings, log, dataDir, clientsOfAccount } = platform;
    const { SMPP_URL: url, SMPP_WINDOW: window, SMPP_TPS: tps, SMS_SHARED_SENDER: sharedSender } = settings;
    const { SMPP2_URL, SMPP2_WINDOW, SMPP2_TPS } = settings;
    const second = SMPP2_URL ? { second: { url: SMPP2_URL, window: SMPP2_WINDOW, tps: SMPP2_TPS } } : {};
    const workerUrl = platform.workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    const billingFor = (account: string) => clientsOfAccount(account).billing;
    const upstreams = {
      billingFor,
      identityFor: (account: string) => clientsOfAccount(account).identity,
      uploadsFor: (account: string) => clientsOfAccount(account).uploads,
    };
    const standardLinks = () => settings.SMS_LINK_URL ?? new URL(platform.publicUrl()).origin;
    const deps = { ...files, ...upstreams, log, rateLimit: tps, sharedSender, standardLinks, isOurDomain };
    return {
      served: messagingService(database, deps, platform.options),
      tasks: ({ stop }) => messagingTasks(database, { ...files, billingFor, sharedSender, standardLinks, stop }),
      startWork: () =>
        startSending(database, {
          billingFor,
          sharedSender,
          log,
          ...(url ? { carrier: { url, window, tps } } : {}),
          ...second,
        }),
      queues: { sms: () => waitingMessages(database) },
    };
  },
});
