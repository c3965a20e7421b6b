import { mpesa } from "../connectors/mpesa/mpesa";
import type { Environment } from "../kit/environment";
import type { BillingDeps } from "./deps";

/** The billing service's outside from the settings. `publicUrl` is asked late: the demo learns its port last. */
export function billingDeps(
  settings: Environment,
  { identityFor, uploadsFor }: Required<Pick<BillingDeps, "identityFor" | "uploadsFor">>,
  publicUrl: () => string,
): BillingDeps {
  const { MPESA_URL: url, MPESA_CONSUMER_KEY: consumerKey = "", MPESA_CONSUMER_SECRET: consumerSecret = "" } = settings;
  const { MPESA_SHORTCODE: shortcode = "", MPESA_PASSKEY: passkey = "", MPESA_TILL: till } = settings;
  const keys = { consumerKey, consumerSecret, shortcode, passkey };
  return {
    identityFor,
    uploadsFor,
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
