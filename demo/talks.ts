/** What customers of the demo write and what they are answered: "<" the customer, ">" an agent, "!" a note. */
export type DemoConversation = { about: [type: string, item: string]; lines: string[] };

const delivery: [string, string] = ["Delivery", "Delivery delayed"];
const stock: [string, string] = ["Product", "Stock and prices"];
const payment: [string, string] = ["Payment", "M-Pesa not received"];
const wrong: [string, string] = ["Delivery", "Wrong or missing item"];
const order: [string, string] = ["Order", "Order placed"];

export const shopTalks: DemoConversation[] = [
  {
    about: delivery,
    lines: [
      "< Habari, niliagiza unga na mafuta jana. Bado sijapata.",
      "> Habari yako! Samahani kwa kuchelewa. Naomba nambari ya oda tafadhali.",
      "< 48213",
      "! Driver had a puncture at Naivasha, new time is 4 pm",
      "> Asante. Gari limepata shida Naivasha, litafika kwako kabla ya saa kumi na moja jioni.",
      "< Sawa, nitasubiri. Asante kwa kunijulisha",
    ],
  },
  {
    about: delivery,
    lines: [
      "< Hello, my order was to come before noon and no one has called",
      "> Good afternoon. Let me check with the depot, one moment please.",
      "> It left Nakuru at 11:20 and is on the Nakuru road. You will get it before 3 pm.",
      "< OK. Can they call me when they are close? The gate is locked",
      "> I have asked the driver to call you ten minutes before.",
      "< Thank you",
    ],
  },
  {
    about: stock,
    lines: [
      "< Do you have the 20 litre cooking oil?",
      "> Yes, KES 5,480 each, and KES 5,300 from five jerricans.",
      "< Naweza kupata kumi? Nitatuma boda",
      "> Ndio, kumi ni KES 53,000. Lipa kwa Paybill 522533, akaunti ni nambari ya simu yako.",
      "< Poa, natuma sasa",
    ],
  },
  {
    about: payment,
    lines: [
      "< I paid by M-Pesa at 9 in the morning but the balance is still the same",
      "> Sorry about that. Please send the M-Pesa code.",
      "< SKL4T7Q2XM",
      "! The code was entered with an O for a 0 at the counter, mended",
      "> Found it. It had been put on another account and is on yours now. Your balance is KES 1,250.",
      "< Great, I can see it. Asante sana",
    ],
  },
  {
    about: wrong,
    lines: [
      "< You sent me sugar 2 kg but I ordered 5 kg, three packets",
      "> We are sorry. Could you send a picture of the packets and the receipt?",
      "< Sending it this evening when I am home",
      "> Perfect. We send the right ones tomorrow morning and collect the others, at no cost.",
    ],
  },
  {
    about: order,
    lines: [
      "< Nataka kuagiza mchele wa Pishori kilo 25, mifuko miwili",
      "> Karibu! Pishori kilo 25 ni KES 4,600 kwa mfuko. Mifuko miwili ni KES 9,200.",
      "< Mnaweza kuleta Ruiru?",
      "> Ndio, usafiri Ruiru ni bure kwa oda zaidi ya KES 5,000. Tulete kesho asubuhi?",
      "< Kesho saa tatu ni sawa",
      "> Oda yako ni 48377. Asante kwa kununua Savanna.",
    ],
  },
  {
    about: ["Product", "Faulty product"],
    lines: [
      "< The flour has weevils, I opened it today",
      "> That should never happen, and we are sorry. Which branch, and what is the date on the packet?",
      "< Thika branch, 14 March",
      "> Bring it to any branch for a new one, or tell me where to send it and we exchange it at your door.",
      "< I will pass by Thika tomorrow",
    ],
  },
  {
    about: ["Order", "Prices for wholesale"],
    lines: [
      "< Good morning, I run a shop in Kericho. How do I get wholesale prices?",
      "> Good morning! Wholesale begins at KES 30,000 an order. May I have your name and the shop's?",
      "< Chebet, Highland Stores",
      "> Thank you Chebet. I have put you on the list, the price list comes by email within the hour.",
      "< Received, thanks!",
    ],
  },
];

/** How conversations begin that nobody has answered yet. */
export const shopWaiting = [
  ["Hello, is anybody there?", "My delivery to Kitengela has not come"],
  ["Bei ya sukari kilo 50 ni ngapi leo?"],
  ["I was charged twice for order 48402. Please help, I need the money for rent"],
  ["Habari ya asubuhi", "Duka la Kisumu linafungwa saa ngapi leo?"],
];

export const clinicTalks: DemoConversation[] = [
  {
    about: ["Appointment", "Booked"],
    lines: [
      "< Hello, can I see the dentist on Friday?",
      "> Good morning. Friday there is room at 10:30 and at 2 pm. Which one suits you?",
      "< 10:30 please",
      "> You are booked for Friday 10:30 with Dr. Okello. Please come ten minutes early.",
    ],
  },
  {
    about: ["Appointment", "Moved"],
    lines: [
      "< Naomba kubadilisha siku ya mtoto wangu ya chanjo",
      "> Sawa. Ungependa siku gani?",
      "< Jumatano asubuhi",
      "> Tumekuandikia Jumatano saa tatu asubuhi. Karibu.",
    ],
  },
  {
    about: ["Question", "Opening hours and prices"],
    lines: [
      "< Are you open on Sunday?",
      "> On Sundays we are open from 9 am to 1 pm, for emergencies at any time.",
      "< Thank you",
    ],
  },
];
export const clinicWaiting = [["Is the laboratory open today?"]];

/** What an ended conversation may be set to, with its items in order. */
export function talkDispositions(talks: readonly DemoConversation[]): { name: string; items: string[] }[] {
  const names = [...new Set(talks.map(({ about }) => about[0]))];
  return names.map((name) => ({
    name,
    items: [...new Set(talks.filter(({ about }) => about[0] === name).map(({ about }) => about[1]))],
  }));
}
