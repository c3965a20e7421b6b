import { sql } from "kysely";
import { inAccount } from "../services/kit/database";
import { hookUrl } from "../services/social/channels";
import { connectTelegram, connectWhatsapp } from "../services/social/connect";
import { connectMessenger } from "../services/social/connect.messenger";
import type { SocialContext } from "../services/social/deps";
import { connectEmail } from "../services/social/email/connect";
import { connectPlayStore } from "../services/social/playstore/connect";
import { connectTwitter } from "../services/social/twitter/connect";

type Graph = { token: string; secret: string; hook: { url: string } };
/** The networks of the sandbox, by what is needed to connect to them. */
type Networks = {
  telegram: { token: string };
  whatsapp: Graph & { number: string };
  messenger: Graph & { page: string };
  playstore: { app: string; key: string };
  twitter: { keys: { api_key: string; api_secret: string; access_token: string; access_secret: string } };
  support: { address: string; user: string; password: string; imap: number; smtp: number };
};

/**
 * Connects the demo shop's bot, number and page to the networks of the sandbox, which remember nothing: at each start. The
 * same bot stays the same channel, with the conversations that it has.
 */
export async function connectDemo(service: SocialContext, networks: Networks): Promise<void> {
  const { telegram, whatsapp, messenger, playstore, twitter, support } = networks;
  const shop = "100001";
  const bot = { token: telegram.token, name: "@SavannaTradersBot" };
  await connectTelegram(service, shop, bot, { by: "system", ref: "demo-telegram" });
  const number = {
    ...{ phone_number_id: whatsapp.number, token: whatsapp.token, app_secret: whatsapp.secret },
    ...{ verify_token: "sandbox-verify", name: "WhatsApp +254 709 000 100" },
  };
  const row = await connectWhatsapp(service, shop, number, { by: "system", ref: "demo-whatsapp" });
  whatsapp.hook.url = hookUrl(service.deps, row);
  const page = {
    ...{ page_id: messenger.page, token: messenger.token, app_secret: messenger.secret },
    ...{ verify_token: "sandbox-verify", name: "Savanna Traders on Facebook" },
  };
  const connected = await connectMessenger(service, shop, page, { by: "system", ref: "demo-facebook" });
  messenger.hook.url = hookUrl(service.deps, connected);
  const app = { package_name: playstore.app, key: playstore.key, name: "Savanna Traders app" };
  await connectPlayStore(service, shop, app, { by: "system", ref: "demo-playstore" });
  const onX = { ...twitter.keys, name: "Savanna Traders on X" };
  await connectTwitter(service, shop, onX, { by: "system", ref: "demo-twitter" });
  const { address, password, imap, smtp, user } = support;
  const host = { host: "127.0.0.1", security: "none", password } as const;
  const mailbox = {
    ...{ address, name: "Savanna Traders support" },
    ...{ imap: { ...host, port: imap, user: address }, smtp: { ...host, port: smtp, user } },
    auto_reply: "Asante! Your mail is here, and someone will answer it soon.\n\nSavanna Traders",
  };
  await connectEmail(service, shop, mailbox, { by: "system", ref: "demo-email" });
  // The conversations that are there came in once, and were answered.
  await inAccount(service.db, shop, (trx) =>
    sql`
      update social.channels set last_webhook_at = coalesce(last_webhook_at, now() - interval '4 minutes'),
        last_sent_at = coalesce(last_sent_at, now() - interval '9 minutes')
      where customer_account = ${shop} and channel in ('telegram', 'whatsapp', 'email')`.execute(trx),
  );
}
