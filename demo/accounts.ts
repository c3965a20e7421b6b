import type { Product } from "../rules/access";
import { brand } from "../rules/brand";

type DemoUser = { name: string; email: string; role: string | undefined };
export type DemoAccount = {
  customer_account: string;
  name: string;
  products: Product[];
  /** The platform's own account. */
  platform?: boolean;
  /** Opening balance in cents. */
  opening: number;
  users: DemoUser[];
};

/** The password of every demo person. */
export const demoPassword = "karibu-demo-2026";
export const signInHint = `Demo: owner@savanna.test with ${demoPassword}.`;

/** Everything that is on sale; tests/demo/honest.test.ts keeps what is coming out of the demo. */
const every: Product[] = ["SMS", "Voice", "Chats", "Ticketing", "CRM", "Reseller"];

export const demoAccounts: DemoAccount[] = [
  {
    customer_account: "100001",
    name: "Savanna Traders",
    products: every,
    opening: 25_000_000,
    users: [
      { name: "Wanjiru Maina", email: "owner@savanna.test", role: "Owner" },
      { name: "Otieno Ouma", email: "admin@savanna.test", role: "Super Admin" },
      { name: "Fatuma Abdalla", email: "supervisor@savanna.test", role: "Supervisor" },
      { name: "Kevin Kiptoo", email: "agent@savanna.test", role: "Agent" },
      { name: "Mercy Nduku", email: "sales@savanna.test", role: "Sales" },
      { name: "Brian Wekesa", email: "nobody@savanna.test", role: undefined },
    ],
  },
  {
    customer_account: "200002",
    name: "Lakeside Clinic",
    products: ["SMS", "Chats"],
    opening: 2_000_000,
    users: [{ name: "Achieng Odhiambo", email: "owner@lakeside.test", role: "Owner" }],
  },
  {
    customer_account: "300003",
    name: "New Leaf",
    products: [],
    opening: 0,
    users: [{ name: "Njeri Kamau", email: "owner@newleaf.test", role: "Owner" }],
  },
  {
    customer_account: "900009",
    name: `${brand.name} platform`,
    products: ["SMS", "Ticketing", "Chats"],
    platform: true,
    opening: 0,
    users: [{ name: "Amina Yusuf", email: "platform@jibu.test", role: "Platform administrator" }],
  },
];

/** Who may sign in to the demo, for the start's last lines. */
export const signIns = [
  { email: "owner@savanna.test", what: `Owner of Savanna Traders, all products on sale (password ${demoPassword})` },
  { email: "agent@savanna.test", what: "Agent there; also admin@, supervisor@, sales@, nobody@savanna.test" },
  { email: "owner@lakeside.test", what: "Owner of Lakeside Clinic, SMS and Chats" },
  { email: "owner@newleaf.test", what: "Owner of New Leaf, no products yet" },
  { email: "platform@jibu.test", what: "Platform administrator" },
];
