import type { Product } from "../../rules/access";
import { channels, connectableNames } from "../../rules/channels";
import { robocallPrice } from "../../rules/robocalls";
import type { ProductNeed } from "./contract.products";

/**
 * What can be taken: a product is on sale when its pages are there (tests/architecture/on-sale.test.ts). All else is shown as
 * coming; it is not asked for, not paid for and not renewed, and who holds it already keeps it.
 */
const onSale: readonly Product[] = [
  "SMS",
  "BULK",
  "Email",
  "Whatsapp",
  "Voice",
  "Chats",
  "Ticketing",
  "CRM",
  "Jibu 360",
  "Surveys",
  "Reseller",
];

export function isComing(product: Product): boolean {
  return !onSale.includes(product);
}

/** The chat channels (specification 2, section 1) that stand, and the product that brings each. */
export const chatChannels = connectableNames.flatMap((channel) => {
  const { name, connection } = channels[channel];
  return connection ? [{ channel, name, product: connection.product }] : [];
});

/** Prices of plans are before VAT, in cents of KES; prices of use are with VAT, in 1/10,000 KES (as a part's price). */
type PlanPrice = { name: string; month: number; year: number; includes: string[] };
type Use = { what: string; unit: string; price: number };
type Offer = {
  about: string;
  /** The platform looks at a request first. */
  approval: boolean;
  /** Empty: nothing but what is used is paid. */
  plans: Record<string, PlanPrice>;
  uses: Use[];
  needs: ProductNeed[];
};

const sms: Offer = {
  about: "Bulk and single SMS with receipts, templates and an inbox.",
  approval: false,
  plans: {
    start: { name: "Start", month: 100_000, year: 1_000_000, includes: ["One sender ID", "Two-way inbox"] },
    grow: {
      name: "Grow",
      month: 350_000,
      year: 3_500_000,
      includes: ["Five sender IDs", "Keywords", "API", "Undelivered messages refunded"],
    },
  },
  // The price list of the messaging service, which its own database keeps (messaging.price_list).
  uses: [
    { what: "SMS to Kenya", unit: "part", price: 8_000 },
    { what: "SMS to Uganda, Tanzania or Rwanda", unit: "part", price: 45_000 },
    { what: "SMS to other countries", unit: "part", price: 80_000 },
  ],
  needs: [
    {
      what: "A sender ID of your own; until then you send from the shared one",
      check: "sender",
      url: "/sms/settings/sender/new",
    },
  ],
};
const money: ProductNeed = { what: "Money on the balance", check: "balance", url: "/settings/selfcare/topup" };
const crm: Offer = {
  about: "Leads in stages, with notes, scores and a board.",
  approval: false,
  plans: { team: { name: "Team", month: 450_000, year: 4_500_000, includes: ["Ten people", "Lead scoring"] } },
  uses: [],
  needs: [],
};
const vas: Offer = {
  about: "Airtime bundles and other value-added services, for one number or many.",
  approval: true,
  plans: {},
  uses: [{ what: "Service charge", unit: "purchase", price: 5_000 }],
  needs: [money],
};

/** What is on offer. Names that mean the same product share one offer (rules/access, aliases). */
export const offers: Record<Product, Offer> = {
  SMS: sms,
  BULK: sms,
  Surveys: {
    about: "Surveys on the web, with a builder and results.",
    approval: false,
    plans: { team: { name: "Team", month: 300_000, year: 3_000_000, includes: ["Unlimited surveys"] } },
    uses: [],
    needs: [],
  },
  Whatsapp: {
    about: "WhatsApp inboxes, broadcasts, bots and templates.",
    approval: false,
    plans: { team: { name: "Team", month: 500_000, year: 5_000_000, includes: ["One number", "Five agents"] } },
    // The price list of the WhatsApp service, which its own database keeps (whatsapp.price_list).
    uses: [
      { what: "Marketing message to Kenya", unit: "message", price: 45_000 },
      { what: "Utility message to Kenya", unit: "message", price: 12_000 },
      { what: "Marketing message to other countries", unit: "message", price: 110_000 },
    ],
    needs: [{ what: "A connected number", check: "number", url: "/whatsapp/inboxes/addNumber" }],
  },
  Email: {
    about: "Bulk and single email with bounces and one-click unsubscribe.",
    approval: false,
    plans: { start: { name: "Start", month: 150_000, year: 1_500_000, includes: ["One sending domain"] } },
    uses: [{ what: "Email", unit: "mail", price: 1_000 }],
    needs: [{ what: "A domain whose DNS records are there", url: "/email/domains", check: "domain" }],
  },
  Voice: {
    about: "A call centre with a softphone in the browser, queues and recordings.",
    approval: false,
    plans: {
      five: { name: "Five agents", month: 1_250_000, year: 12_500_000, includes: ["Five agents", "One number"] },
      twenty: {
        name: "Twenty agents",
        month: 4_000_000,
        year: 40_000_000,
        includes: ["Twenty agents", "Three numbers"],
      },
    },
    uses: [
      { what: "Outbound call", unit: "minute", price: 30_000 },
      { what: "Robocall", unit: `started ${robocallPrice.seconds} seconds`, price: robocallPrice.price },
    ],
    needs: [],
  },
  Vas: vas,
  "Value Added Services": vas,
  Chats: {
    about: "Chat with visitors of your site from one inbox, with routing, canned replies and a wall of who is there.",
    approval: false,
    plans: {
      team: {
        name: "Team",
        month: 600_000,
        year: 6_000_000,
        includes: ["Web chat on all your sites", "Questions and answers", "Everyone in your team"],
      },
    },
    uses: [],
    needs: [{ what: "A connected channel", check: "channel", url: "/chat/setup" }],
  },
  CRM: crm,
  "Jibu 360": crm,
  Airtime: {
    about: "Airtime to one number or to thousands from a file.",
    approval: true,
    plans: {},
    uses: [{ what: "Airtime", unit: "KES 100 sent", price: 1_000_000 }],
    needs: [money],
  },
  Payments: {
    about: "Payments to phones from a file, approved by a second person.",
    approval: true,
    plans: {},
    uses: [{ what: "Payment to a phone", unit: "payment", price: 150_000 }],
    needs: [money],
  },
  Data: {
    about: "Data bundles to one number or to thousands from a file.",
    approval: true,
    plans: {},
    uses: [{ what: "Data bundle", unit: "KES 100 sent", price: 1_000_000 }],
    needs: [money],
  },
  Ticketing: {
    about: "Tickets with stages, service levels, boards and reports.",
    approval: false,
    plans: { team: { name: "Team", month: 400_000, year: 4_000_000, includes: ["Ten people", "Service levels"] } },
    uses: [],
    needs: [{ what: "A group with its members", check: "group", url: "/ticketing/settings/groups" }],
  },
  Reseller: {
    about: "Child accounts with their own people, senders and balance.",
    approval: true,
    plans: {
      partner: { name: "Partner", month: 1_000_000, year: 10_000_000, includes: ["Any number of child accounts"] },
    },
    uses: [],
    needs: [],
  },
  "USSD Codes": {
    about: "A menu on the phone of everyone, smartphone or not.",
    approval: true,
    plans: {
      shared: { name: "Shared code", month: 800_000, year: 8_000_000, includes: ["One channel on a shared code"] },
    },
    uses: [{ what: "USSD session", unit: "session", price: 10_000 }],
    needs: [],
  },
};

/** Value added tax in basis points, by the day it begins. The newest one not after the day counts. */
export const vatRates = [
  { from: "2020-01-01", rate: 1_600 },
  { from: "2020-04-25", rate: 1_400 },
  { from: "2021-01-01", rate: 1_600 },
] as const;

/** Days: an open pro forma may be paid; a plan runs on after its end; reminders go out before it. */
export const terms = { proformaDays: 14, graceDays: 7, reminders: [7, 3, 1] } as const;
