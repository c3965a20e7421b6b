import type { Hono } from "hono";
import type { GateEnv } from "../front/proxies";
import type { Environment } from "../services/kit/environment";
import { type MailHost, startMailHost } from "./mail";
import { mailPages } from "./mail-pages";
import { type SandboxMpesa, startMpesa } from "./mpesa";
import { mpesaPages } from "./mpesa-pages";
import { startOidc } from "./oidc";
import { sandboxPages } from "./pages";
import { type Shop, startShop } from "./shop";
import { type Smsc, startSmsc } from "./smsc";

export type World = {
  /** The message centre's address for the SMPP connector. */
  carrier: string;
  smsc: Smsc;
  mail: MailHost;
  mpesa: SandboxMpesa;
  shop: Shop;
  /** What the demo is set up with instead of the operator's own. */
  settings: Pick<Environment, "SMTP_URL" | "MAIL_FROM" | "OIDC_PROVIDERS"> & Partial<Environment>;
  pages: Hono<GateEnv>;
  close(): Promise<void>;
};

/** Starts the outside world of the demo in this process, on the providers' real wire. */
export async function startWorld(): Promise<World> {
  const accounts = { jibu: "sandbox" };
  const outcomes = { delivered: 0.97, failed: 0.02, expired: 0.01 };
  const smsc = await startSmsc({ accounts, latencyMs: 20, receiptDelayMs: 1_500, outcomes });
  const mail = await startMailHost({ user: "jibu", password: "sandbox" });
  const oidc = await startOidc();
  const mpesa = await startMpesa({ latencyMs: 200, callbackMs: 800, expireMs: 120_000 });
  const shop = await startShop();
  const pages = sandboxPages(smsc);
  // Where we are is known from whoever asks.
  pages.get("/shop", (c) => {
    shop.chat.from = c.get("origin");
    return c.redirect(shop.url);
  });
  pages.route("/mpesa", mpesaPages(mpesa));
  pages.route("/mail", mailPages(mail));
  const { issuer, clientId: client_id, clientSecret: client_secret } = oidc;
  return {
    carrier: `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`,
    smsc,
    mail,
    mpesa,
    shop,
    settings: {
      // Every visitor of the demo comes from this machine.
      WEBCHAT_SESSIONS_PER_HOUR: 100_000,
      WEBCHAT_CHATS_PER_12_HOURS: 100_000,
      WEBCHAT_UPDATES_PER_HOUR: 100_000,
      WEBCHAT_UPLOADS_PER_HOUR: 100_000,
      WEBCHAT_TRANSCRIPTS_PER_HOUR: 100_000,
      MPESA_URL: mpesa.url,
      MPESA_CONSUMER_KEY: mpesa.credentials.consumerKey,
      MPESA_CONSUMER_SECRET: mpesa.credentials.consumerSecret,
      MPESA_SHORTCODE: mpesa.credentials.shortcode,
      MPESA_PASSKEY: mpesa.credentials.passkey,
      SELLER_ADDRESS: "Ngong Road, Nairobi",
      SELLER_EMAIL: "platform@jibu.test",
      SELLER_PHONE: "+254709000000",
      SELLER_KRA_PIN: "P051234567X",
      SMTP_URL: `smtp://jibu:sandbox@127.0.0.1:${mail.port}`,
      MAIL_FROM: "Jibu <no-reply@jibu.test>",
      OIDC_PROVIDERS: [{ id: "sandbox", name: "Sandbox ID", issuer, client_id, client_secret }],
    },
    pages,
    close: async () =>
      void (await Promise.all([smsc.close(), mail.close(), oidc.close(), mpesa.close(), shop.close()])),
  };
}
