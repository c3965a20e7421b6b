/** What the demo businesses write, with what people answer. Names are the team's, bodies may merge. */
export type DemoMessage = { name: string; body: string; sender: number; group: number };
export type DemoBusiness = {
  senders: [sender: string, kind: "transactional" | "promotional"][];
  groups: string[];
  messages: DemoMessage[];
  answers: string[];
};

export const shop: DemoBusiness = {
  senders: [
    ["SAVANNA", "transactional"],
    ["SAVANNANEWS", "promotional"],
    ["22384", "transactional"],
  ],
  groups: ["Customers, Nairobi", "Customers, Rift Valley", "Wholesale buyers", "Loyalty card", "Suppliers"],
  messages: [
    {
      name: "Balance reminder",
      body: "Dear {{first_name}}, your account balance is KES {{balance}}, due {{due_date}}. Pay to Paybill 522533. Savanna Traders",
      sender: 0,
      group: 2,
    },
    {
      name: "Order ready",
      body: "Hello {{first_name}}, your order is ready for collection at our {{town}} branch until 6 pm. Savanna Traders",
      sender: 0,
      group: 0,
    },
    {
      name: "Weekend offer",
      body: "Weekend offer: 10% off cooking oil and sugar, Saturday and Sunday only, at every Savanna branch.",
      sender: 1,
      group: 3,
    },
    {
      name: "Loyalty points",
      body: "Habari {{first_name}}, you have {{points}} points. 500 points are KES 250 off your next shopping.",
      sender: 1,
      group: 3,
    },
    {
      name: "Branch closed",
      body: "Our Nakuru branch is closed on Monday for stock taking and opens again on Tuesday at 8 am. Savanna Traders",
      sender: 0,
      group: 1,
    },
    {
      name: "New prices",
      body: "Dear buyer, the new price list holds from the 1st. Ask for it by answering PRICES to 22384. Savanna Traders",
      sender: 2,
      group: 2,
    },
    {
      name: "Delivery route",
      body: "Deliveries to Rift Valley leave on Tuesday and Friday. Orders until 4 pm the day before. Savanna Traders",
      sender: 0,
      group: 1,
    },
    {
      name: "Supplier notice",
      body: "Dear supplier, invoices until the 25th are paid by the 5th. Send them to accounts@savanna.test. Asante.",
      sender: 0,
      group: 4,
    },
  ] as DemoMessage[],
  answers: [
    "PRICES",
    "Asante",
    "Is the Kisumu branch open on Sunday?",
    "Paid, ref SKJ4H2LQ9T",
    "When do you deliver to Kericho?",
    "STOP",
    "My balance is not right, please check",
    "Nitakuja kesho",
    "Sawa",
    "How many points for a blender?",
  ],
};

export const clinic: DemoBusiness = {
  senders: [
    ["LAKESIDE", "transactional"],
    ["22399", "transactional"],
  ],
  groups: ["Patients", "Antenatal"],
  messages: [
    {
      name: "Appointment reminder",
      body: "Dear {{first_name}}, we expect you at Lakeside Clinic on {{due_date}}. To move it answer MOVE to 22399.",
      sender: 1,
      group: 0,
    },
    {
      name: "Clinic day",
      body: "Antenatal clinic is on Wednesday from 8 am. Please bring your booklet. Lakeside Clinic, Kisumu",
      sender: 0,
      group: 1,
    },
    {
      name: "Results ready",
      body: "Dear {{first_name}}, your results are ready. Please come with your ID between 8 am and 5 pm. Lakeside Clinic",
      sender: 0,
      group: 0,
    },
  ] as DemoMessage[],
  answers: ["MOVE", "Asante daktari", "Can I come at 3 pm?", "Nitafika", "STOP"],
};
