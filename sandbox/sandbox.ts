import type { Hono } from "hono";
import type { GateEnv } from "../front/proxies";
import { brand } from "../rules/brand";
import type { Environment } from "../services/environment";
import { chatPages } from "./chat-pages";
import { type SandboxDns, startDns } from "./dns";
import { dnsPages } from "./dns-pages";
import { type SandboxFcm, startFcm } from "./fcm";
import { startFirebase } from "./firebase";
import { startImap } from "./imap";
import { type MailHost, startMailHost } from "./mail";
import { mailCustomers } from "./mail-customer";
import { mailCustomerPages } from "./mail-customers";
import { mailPages } from "./mail-pages";
import { judgeRecipient, mailReturns } from "./mail-returns";
import { type Mailbox, mailbox } from "./mailbox";
import { type SandboxMessenger, startMessenger } from "./messenger";
import { mobilePages } from "./mobile-pages";
import { mobilePhones } from "./mobile-phones";
import { type SandboxMpesa, startMpesa } from "./mpesa";
import { mpesaPages } from "./mpesa-pages";
import { startOidc } from "./oidc";
import { sandboxPages } from "./pages";
import { type SandboxPbx, startPbx } from "./pbx";
import { pbxPages } from "./pbx-pages";
import { type SandboxPlay, startPlayStore } from "./playstore";
import { playStorePages } from "./playstore-pages";
import { type Receiver, receiverPages, startReceiver } from "./receiver";
import { chatKey, type Shop, startShop } from "./shop";
import { type Smsc, startSmsc } from "./smsc";
import { type SandboxSpeech, startSpeech } from "./speech";
import { speechPages } from "./speech-pages";
import { type SandboxTelegram, startTelegram } from "./telegram";
import { type SandboxX, startTwitter } from "./twitter";
import { twitterPages } from "./twitter-pages";
import { type SandboxWhatsapp, startWhatsapp } from "./whatsapp";
import { businessPages } from "./whatsapp-business-pages";

export type Sandbox = {
  smsc: Smsc;
  mail: MailHost;
  /** The shop's mailbox: its hosts and how to sign in at them. */
  support: { address: string; password: string; imap: number; smtp: number; user: string };
  /** Knows the records of the demo's own domains. */
  dns: SandboxDns;
  mpesa: SandboxMpesa;
  shop: Shop;
  receiver: Receiver;
  telegram: SandboxTelegram;
  whatsapp: SandboxWhatsapp;
  messenger: SandboxMessenger;
  playstore: SandboxPlay;
  twitter: SandboxX;
  fcm: SandboxFcm;
  pbx: SandboxPbx;
  /** What the demo is set up with instead of the operator's own. */
  settings: Pick<Environment, "SMTP_URL" | "MAIL_FROM" | "OIDC_PROVIDERS"> & Partial<Environment>;
  pages: Hono<GateEnv>;
  close(): Promise<void>;
};

/** Where mails come back that can't be delivered. */
const bounceDomain = "bounces.jibu.test";

/** Starts the outside world of the demo in this process, on the providers' real wire. */
export async function startSandbox(
  chosen: Partial<Pick<Environment, "CHAT_STORE" | "FIREBASE_PROJECT">> = {},
  /** The URL of the product's own font file; the bundled program of the PBX's customers. */
  { font, customers = "" }: { font?: string | undefined; customers?: string } = {},
): Promise<Sandbox> {
  const firebase = chosen.CHAT_STORE === "firebase" && !chosen.FIREBASE_PROJECT ? await startFirebase() : undefined;
  const accounts = { jibu: "sandbox" };
  const outcomes = { delivered: 0.97, failed: 0.02, expired: 0.01 };
  const smsc = await startSmsc({ accounts, latencyMs: 20, receiptDelayMs: 1_500, outcomes });
  const box = mailbox({ address: "support@savanna.test", password: "sandbox" });
  const returns = mailbox({ address: `returns@${bounceDomain}`, password: "sandbox" });
  const hosts = mailReturns(returns, bounceDomain);
  const mail = await startMailHost({
    ...{ user: "jibu", password: "sandbox" },
    judge: judgeRecipient,
    into(raw, recipients, from) {
      if (recipients.includes(box.address)) box.deliver(raw);
      hosts.written(raw, recipients);
      hosts.delivered(raw, recipients, from);
    },
  });
  const imap = await startImap(box);
  const returnsImap = await startImap(returns);
  const dns = await startDns();
  const { address, password } = box;
  const support = { address, password, imap: imap.port, smtp: mail.port, user: "jibu" };
  const oidc = await startOidc();
  const mpesa = await startMpesa({ latencyMs: 200, callbackMs: 800, expireMs: 120_000 });
  const shop = await startShop();
  const receiver = await startReceiver();
  const telegram = await startTelegram();
  const messenger = await startMessenger();
  // Numbers and pages are on one Graph.
  const whatsapp = await startWhatsapp({ reviewMs: 3_000, beside: (request) => messenger.answer(request) });
  const playstore = await startPlayStore();
  const twitter = await startTwitter();
  const fcm = await startFcm();
  const phones = mobilePhones(fcm);
  const networks = { telegram, whatsapp, messenger, playstore, twitter, fcm };
  const pbx = await startPbx(customers);
  const speech = await startSpeech();
  const pages = sandboxPages(smsc, font);
  // Where we are is known from whoever asks.
  pages.get("/shop", (c) => {
    shop.chat.from = c.get("origin");
    const key = chatKey(c.req.query("a"));
    return c.redirect(key ? `${shop.url}/?a=${key}` : shop.url);
  });
  addServicePages(pages, { receiver, mpesa, pbx, speech, dns });
  addMailPages(pages, { box, mail, support });
  addNetworkPages(pages, networks);
  pages.route("/mobile", mobilePages(fcm, phones));
  const { issuer, clientId: client_id, clientSecret: client_secret } = oidc;
  return {
    smsc,
    mail,
    support,
    dns,
    mpesa,
    shop,
    receiver,
    ...networks,
    pbx,
    settings: {
      ...firebase?.settings,
      // Every visitor of the demo comes from this machine.
      WEBCHAT_SESSIONS_PER_HOUR: 100_000,
      WEBCHAT_CHATS_PER_12_HOURS: 100_000,
      WEBCHAT_UPDATES_PER_HOUR: 100_000,
      WEBCHAT_UPLOADS_PER_HOUR: 100_000,
      WEBCHAT_TRANSCRIPTS_PER_HOUR: 100_000,
      SMPP_URL: `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`,
      TELEGRAM_URL: telegram.url,
      GRAPH_URL: whatsapp.url,
      ...playstore.settings,
      ...twitter.settings,
      ...fcm.settings,
      ...speech.settings,
      MAIL_HOSTS_ALLOWED: ["127.0.0.1"],
      WEBHOOK_HOSTS_ALLOWED: ["127.0.0.1"],
      VOICE_PBX_WSS_URL: pbx.url,
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
      MAIL_FROM: `${brand.name} <no-reply@jibu.test>`,
      EMAIL_BOUNCE_DOMAIN: bounceDomain,
      EMAIL_BOUNCE_MAILBOX: `imap://${encodeURIComponent(returns.address)}:${returns.password}@127.0.0.1:${returnsImap.port}/?tls=none`,
      EMAIL_DNS: dns.server,
      OIDC_PROVIDERS: [{ id: "sandbox", name: "Sandbox ID", issuer, client_id, client_secret }],
    },
    pages,
    close: async () => {
      phones.stop();
      const parts = [
        smsc,
        mail,
        imap,
        returnsImap,
        dns,
        oidc,
        mpesa,
        shop,
        receiver,
        ...Object.values(networks),
        pbx,
        speech,
        ...(firebase ? [firebase] : []),
      ];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}

type MailParts = { box: Mailbox; mail: MailHost; support: Parameters<typeof mailCustomerPages>[1] };

/** What the product asks, and what asks it, beside the networks of customers. */
function addServicePages(
  pages: Sandbox["pages"],
  {
    receiver,
    mpesa,
    pbx,
    speech,
    dns,
  }: Pick<Sandbox, "receiver" | "mpesa" | "pbx" | "dns"> & { speech: SandboxSpeech },
): void {
  pages.route("/receiver", receiverPages(receiver));
  pages.route("/mpesa", mpesaPages(mpesa));
  pages.route("/pbx", pbxPages(pbx));
  pages.route("/speech", speechPages(speech));
  pages.route("/dns", dnsPages(dns));
}

/** What was sent to anybody, and the mail programs of customers. */
function addMailPages(pages: Sandbox["pages"], { box, mail, support }: MailParts): void {
  const readers = mailCustomers(box, mail);
  pages.route("/mail", mailPages(mail, readers));
  pages.route("/mail-customers", mailCustomerPages(readers, support));
}

/** The phones of the chat networks' customers. */
function addNetworkPages(
  pages: Sandbox["pages"],
  {
    telegram,
    whatsapp,
    messenger,
    playstore,
    twitter,
  }: Pick<Sandbox, "telegram" | "whatsapp" | "messenger" | "playstore" | "twitter">,
): void {
  pages.route("/playstore", playStorePages(playstore));
  pages.route("/twitter", twitterPages(twitter));
  pages.route(
    "/telegram",
    chatPages({
      path: "/sandbox/telegram",
      name: "Telegram",
      usual: "7001",
      ...telegram,
      keys: [["Bot token", telegram.token]],
    }),
  );
  pages.route("/whatsapp/business", businessPages(whatsapp));
  pages.route(
    "/whatsapp",
    chatPages({
      path: "/sandbox/whatsapp",
      name: "WhatsApp",
      usual: "254711000111",
      ...whatsapp,
      more: { label: "Templates and quality of the number", path: "/sandbox/whatsapp/business" },
      keys: [
        ["Business account id", whatsapp.account],
        ["Phone number id", whatsapp.number],
        ["Access token", whatsapp.token],
        ["App secret", whatsapp.secret],
      ],
    }),
  );
  pages.route(
    "/messenger",
    chatPages({
      path: "/sandbox/messenger",
      name: "Messenger",
      usual: "24831000000000111",
      ...messenger,
      keys: [
        ["Page id", messenger.page],
        ["Page access token", messenger.token],
        ["App secret", messenger.secret],
      ],
    }),
  );
}
