import { sql } from "kysely";
import type { FormField } from "../rules/chat-forms";
import { usualForms } from "../rules/chat-forms";
import { insertAccountDefaults } from "../services/chat/workspace/seed";
import type { Trx } from "../services/kit/database";

type Reply = [scope: "own" | "team" | "all", shortcut: string, title: string, en: string, sw: string, used: number];

const replies: Reply[] = [
  [
    "all",
    "hello",
    "Greeting",
    "Hello {{first_name|there}}, this is {{agent}} from {{company}}. How can I help?",
    "Habari {{first_name|mteja}}, mimi ni {{agent}} wa {{company}}. Nikusaidie vipi?",
    214,
  ],
  [
    "all",
    "hours",
    "Opening hours",
    "Our shops are open Monday to Saturday, 8:00 am to 6:00 pm. On Sundays we are closed.",
    "Maduka yetu yako wazi Jumatatu hadi Jumamosi, saa mbili asubuhi hadi saa kumi na mbili jioni. Jumapili tumefunga.",
    96,
  ],
  [
    "all",
    "till",
    "M-Pesa till",
    "You can pay by M-Pesa: Lipa na M-Pesa, Buy Goods, till 522000. Please send us the confirmation when it is done.",
    "Unaweza kulipa kwa M-Pesa: Lipa na M-Pesa, Buy Goods, till 522000. Tutumie ujumbe wa uthibitisho ukimaliza.",
    73,
  ],
  [
    "all",
    "delivery",
    "Delivery times",
    "We deliver within Nairobi the same day when you order before 11:00 am, and upcountry in two days.",
    "Nairobi tunafikisha siku hiyo hiyo ukiagiza kabla ya saa tano asubuhi, na mikoani ndani ya siku mbili.",
    58,
  ],
  [
    "all",
    "order",
    "Order on its way",
    "Good news: order {{order}} is on its way and reaches you on {{date}}.",
    "Habari njema: oda {{order}} iko njiani na itakufikia {{date}}.",
    41,
  ],
  [
    "all",
    "ticket",
    "Ticket opened",
    "I have opened ticket {{ticket}} for this. We write to you as soon as there is news.",
    "Nimefungua tiketi {{ticket}} kuhusu jambo hili. Tutakuandikia mara tu kutakapokuwa na habari.",
    33,
  ],
  [
    "team",
    "refund",
    "Refund",
    "Your refund of {{amount}} for order {{order}} was sent to {{phone}}. It can take until {{time}}.",
    "Pesa zako {{amount}} za oda {{order}} zimerudishwa kwa {{phone}}. Inaweza kuchukua hadi {{time}}.",
    12,
  ],
  [
    "all",
    "bye",
    "Goodbye",
    "Thank you for writing to {{company}}. Have a good day!",
    "Asante kwa kuwasiliana na {{company}}. Uwe na siku njema!",
    180,
  ],
];

/** The settings of Savanna's chat: canned replies in two languages, the forms, and what its pages say by themselves. */
export async function fillChatSettings(trx: Trx, account: string): Promise<void> {
  if (account !== "100001") return;
  await insertAccountDefaults(trx, account);
  const by = "Fatuma Abdalla";
  for (const [scope, shortcut, title, en, sw, used] of replies)
    await sql`
      insert into chat.canned (customer_account, scope, holder, title, shortcut, text_en, text_sw, used, made_by, updated_by)
      values (${account}, ${scope}, ${scope === "team" ? "1" : ""}, ${title}, ${shortcut}, ${en}, ${sw}, ${used}, ${by}, ${by})`.execute(
      trx,
    );
  const agent = await sql<{ id: string }>`
    select id::text as id from identity.users where customer_account = ${account} and email = 'agent@savanna.test'`.execute(
    trx,
  );
  const own = agent.rows[0]?.id;
  if (own)
    await sql`
      insert into chat.canned (customer_account, scope, holder, title, shortcut, text_en, text_sw, used, made_by, updated_by)
      values (${account}, 'own', ${own}, 'One moment', 'moment', 'One moment {{first_name|please}}, I look it up.',
        'Subiri kidogo {{first_name|mteja}}, naangalia.', 27, 'Kevin Kiptoo', 'Kevin Kiptoo')`.execute(trx);
  await form(trx, account, by, "prechat", [
    ...usualForms.prechat.fields,
    asked("about", "choice", "What is it about?", "Ni kuhusu nini?", [
      "An order",
      "A product",
      "A payment",
      "Something else",
    ]),
    asked(
      "consent",
      "consent",
      "You may keep what I write to answer me",
      "Mnaweza kuhifadhi ninachoandika ili kunijibu",
      [],
      true,
    ),
  ]);
  await form(trx, account, by, "postchat", [
    asked("solved", "choice", "Was it solved?", "Je, limetatuliwa?", ["Yes", "In part", "No"]),
  ]);
  await sql`
    insert into chat.triggers (customer_account, name, match, url, seconds, once, text_en, text_sw, active, rank, updated_by) values
      (${account}, 'Delivery questions', 'contains', '/delivery', 20, true, 'Do you want to know when we deliver to you? Ask us here.',
        'Ungependa kujua tunafikisha lini kwako? Tuulize hapa.', true, 1, ${by}),
      (${account}, 'Help in the cart', 'wildcard', '/cart*', 60, true, 'Can we help with your order?',
        'Tukusaidie na oda yako?', true, 2, ${by}),
      (${account}, 'Welcome', 'any', '', 5, true, 'Karibu! Write to us at any time.', 'Karibu! Tuandikie wakati wowote.', false, 3, ${by})`.execute(
    trx,
  );
}

function asked(
  name: string,
  kind: FormField["kind"],
  label_en: string,
  label_sw: string,
  choices: string[],
  required = false,
): FormField {
  return { name, kind, label_en, label_sw, required, on: true, choices };
}

async function form(trx: Trx, account: string, by: string, kind: "prechat" | "postchat", fields: FormField[]) {
  const { active, comment, title_en, title_sw } = usualForms[kind];
  await sql`
    insert into chat.forms (customer_account, kind, active, comment, title_en, title_sw, fields, updated_by)
    values (${account}, ${kind}, ${active}, ${comment}, ${title_en}, ${title_sw}, ${JSON.stringify(fields)}::jsonb, ${by})`.execute(
    trx,
  );
}
