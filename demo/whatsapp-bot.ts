import { sql } from "kysely";
import type { BotAnswer, BotGraph } from "../rules/whatsapp/bot";
import type { Trx } from "../services/kit/database";
import { json } from "../services/kit/rows";

const usual: Pick<BotAnswer, "style" | "choices" | "keywords" | "leads_to"> = {
  ...{ style: "buttons", choices: [], keywords: [], leads_to: "wait" },
};

const answers: BotAnswer[] = [
  {
    ...{ ...usual, id: "a1", name: "Menu", leads_to: "" },
    text: "What can we do for you? / Tukusaidie nini?",
    choices: [
      { label: "Prices", leads_to: "answer:a2" },
      { label: "Our shops", leads_to: "answer:a3" },
      { label: "Talk to a person", leads_to: "person" },
    ],
    keywords: ["menu", "menyu"],
  },
  {
    ...{ ...usual, id: "a2", name: "Prices", style: "list", leads_to: "" },
    text: "Which price would you like to know?",
    choices: [
      { label: "TV, 43 inch", leads_to: "answer:a4" },
      { label: "Fridge, 120 litres", leads_to: "answer:a5" },
      { label: "Cooker, 4 burners", leads_to: "answer:a6" },
      { label: "Something else", leads_to: "person" },
    ],
    keywords: ["price", "prices", "bei"],
  },
  {
    ...{ ...usual, id: "a3", name: "Shops", leads_to: "end", keywords: ["shop", "where", "duka", "wapi"] },
    text: "Our shops are in Nairobi (Moi Avenue), Kisumu (Oginga Odinga Street) and Nakuru (Kenyatta Avenue).",
  },
  {
    ...usual,
    id: "a4",
    name: "TV",
    text: "The 43 inch TV is KES 32,000. Write “menu” to begin again.",
    keywords: ["tv"],
  },
  { ...usual, id: "a5", name: "Fridge", text: "The 120 litre fridge is KES 27,500. Write “menu” to begin again." },
  { ...usual, id: "a6", name: "Cooker", text: "The cooker with 4 burners is KES 18,900. Write “menu” to begin again." },
];

const draft: BotGraph = {
  greeting: "Karibu! This is Savanna Traders. The first answers are automatic.",
  away: "Karibu! We are closed now. Our people answer from Monday to Saturday, 8:00 am to 6:00 pm.",
  retry: "Sorry, I did not understand that. / Samahani, sijaelewa.",
  hand_over: "One of us will answer you here. / Mmoja wetu atakujibu hapa.",
  ...{ list_button: "Choose / Chagua", start: "a1", answers },
};

/** The shop's bot as a draft that no one has switched on. */
export async function fillWhatsappBot(trx: Trx, account: string, inbox: number): Promise<void> {
  await sql`
    insert into chat.bots (customer_account, inbox_id, draft, updated_by) values (${account}, ${inbox}, ${json(draft)}, 'Wanjiru Maina')`.execute(
    trx,
  );
}
