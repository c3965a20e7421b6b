import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Trx } from "../services/kit/database";

/** The key in the script line of an account's demo application. */
export function demoChatKey(account: string): string {
  return createHash("sha256").update(`demo web chat ${account}`).digest("hex").slice(0, 30);
}

const faqs = [
  [
    "Orders",
    "en",
    "Where is my order?",
    "Reply to your order's SMS with the word WHERE, or give us its number here.\nOrders in Nairobi arrive the same day; everywhere else within three days.",
  ],
  [
    "Orders",
    "sw",
    "Agizo langu liko wapi?",
    "Tupe nambari ya agizo lako hapa. Nairobi hufika siku hiyo hiyo; kwingine ndani ya siku tatu.",
  ],
  [
    "Payment",
    "en",
    "How do I pay with M-Pesa?",
    "Choose Lipa na M-Pesa when you order and confirm the prompt on your phone with your PIN. We never ask for your PIN.",
  ],
  [
    "Payment",
    "sw",
    "Nalipaje kwa M-Pesa?",
    "Chagua Lipa na M-Pesa unapoagiza, kisha uthibitishe kwenye simu yako kwa PIN. Hatuombi PIN yako kamwe.",
  ],
  [
    "Returns",
    "en",
    "How do I send something back?",
    "Within 14 days, in its box, with the receipt. Write to us here and a rider fetches it.",
  ],
] as const;

type Site = {
  name: string;
  greeting: { en: string; sw: string };
  faqs: readonly (readonly [category: string, language: "en" | "sw", question: string, answer: string])[];
};

/** The sites that the demo's chats come from, by account. */
export const chatSites: Record<string, Site> = {
  "100001": {
    name: "Savanna shop",
    greeting: {
      en: "Karibu! Ask us about orders, delivery and payment.",
      sw: "Karibu! Tuulize kuhusu maagizo, usafirishaji na malipo.",
    },
    faqs,
  },
  "200002": {
    name: "Lakeside Clinic",
    greeting: {
      en: "Karibu. Ask us about appointments, hours and what to bring.",
      sw: "Karibu. Tuulize kuhusu miadi, saa za kazi na unachohitaji kuja nacho.",
    },
    faqs: [],
  },
};

/** The web chat of an account: one application with its way in, and what its customers often ask. */
export async function fillWebchat(trx: Trx, account: string): Promise<void> {
  const site = chatSites[account];
  if (!site) return;
  const key = demoChatKey(account);
  const { name, greeting, faqs } = site;
  const { rows } = await sql<{ id: number }>`
    insert into chat.inboxes (customer_account, channel, ref, name) values (${account}, 'webchat', ${key}, ${name})
    on conflict (customer_account, channel, ref) do update set name = excluded.name returning id`.execute(trx);
  const application = await trx
    .insertInto("webchat.applications")
    .values({
      ...{ customer_account: account, key, inbox_id: rows[0]?.id ?? 0, name },
      greeting: JSON.stringify(greeting),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("webchat.keys")
    .values({ key, customer_account: account, application_id: application.id })
    .execute();
  const categories = new Map<string, number>();
  for (const [rank, category] of [...new Set(faqs.map(([category]) => category))].entries()) {
    const made = await trx
      .insertInto("webchat.faq_categories")
      .values({ customer_account: account, name: category, rank })
      .returning("id")
      .executeTakeFirstOrThrow();
    categories.set(category, made.id);
  }
  for (const [rank, [category, language, question, answer]] of faqs.entries())
    await trx
      .insertInto("webchat.faqs")
      .values({
        ...{
          customer_account: account,
          faq_category_id: categories.get(category) ?? 0,
          question,
          answer,
          language,
          rank,
        },
        ...{ views: 40 - 6 * rank, helped: 25 - 4 * rank },
      })
      .execute();
}
