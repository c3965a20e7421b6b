import { mpesa } from "../connectors/mpesa/mpesa";
import type { identity } from "../identity/contract";
import type { Client } from "../kit/client";
import { missingSettings } from "../kit/environment";
import { type ServicePlatform, serviceModule } from "../kit/module";
import type { uploads } from "../uploads/contract";
import { billing } from "./contract";
import type { BillingDeps } from "./deps";
import { billingTasks } from "./jobs";
import { receiveCallback } from "./payments/callbacks";
import { billingService } from "./service";
import { type BillingSettings, billingSettings } from "./settings";

type Clients = { identity: Client<typeof identity.calls>; uploads: Client<typeof uploads.calls> };

/** The ledger, and what is paid with it. */
export const billingModule = serviceModule({
  contract: billing,
  settings: billingSettings,
  settingFaults: (settings) =>
    settings.MPESA_URL
      ? missingSettings(settings, ["MPESA_CONSUMER_KEY", "MPESA_CONSUMER_SECRET", "MPESA_SHORTCODE", "MPESA_PASSKEY"])
      : [],
  start(platform: ServicePlatform<BillingSettings, Clients>) {
    const { database, elsewhere, options } = platform;
    const deps = depsOf(platform);
    return {
      served: billingService(database, options, deps),
      tasks: () => billingTasks(database, deps),
      deps,
      /** Keeps what a payment provider tells us; undefined when billing is elsewhere. */
      callback: elsewhere ? undefined : (secret: string, raw: Uint8Array) => receiveCallback(database, secret, raw),
    };
  },
});

function depsOf({ settings, clientsOfAccount, publicUrl }: ServicePlatform<BillingSettings, Clients>): BillingDeps {
  const { MPESA_URL: url, MPESA_CONSUMER_KEY: consumerKey = "", MPESA_CONSUMER_SECRET: consumerSecret = "" } = settings;
  const { MPESA_SHORTCODE: shortcode = "", MPESA_PASSKEY: passkey = "", MPESA_TILL: till } = settings;
  const keys = { consumerKey, consumerSecret, shortcode, passkey };
  return {
    identityFor: (account) => clientsOfAccount(account).identity,
    uploadsFor: (account) => clientsOfAccount(account).uploads,
    ...(url ? { mpesa: mpesa({ url, ...keys, ...(till ? { till } : {}) }) } : {}),
    callbackUrl: (secret) => `${publicUrl().replace(/\/+$/, "")}/callbacks/mpesa/${secret}`,
    seller: {
      name: settings.SELLER_NAME,
      address: settings.SELLER_ADDRESS,
      email: settings.SELLER_EMAIL,
      phone: settings.SELLER_PHONE,
      kra_pin: settings.SELLER_KRA_PIN,
    },
  };
}
