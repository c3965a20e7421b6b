import type { Product } from "../rules/access";

export type DemoChild = {
  number: string;
  name: string;
  owner: { name: string; email: string };
  products: Product[];
  /** 1/10,000 KES. */
  partPrice: number;
  /** Cents. */
  opening: number;
  senders: string[];
  groups: [name: string, members: number][];
};

/** Customers of Savanna Traders that it resells to. */
export const demoChildren: DemoChild[] = [
  {
    number: "100101",
    name: "Savanna Nakuru",
    owner: { name: "Joyce Chebet", email: "owner@nakuru.test" },
    products: ["SMS", "Ticketing"],
    partPrice: 9_000,
    opening: 1_250_000,
    senders: ["SAVANNA"],
    groups: [
      ["Shop customers", 120],
      ["Wholesale, Nakuru", 40],
    ],
  },
  {
    number: "100102",
    name: "Savanna Kisumu",
    owner: { name: "Peter Odhiambo", email: "owner@kisumu.test" },
    products: ["SMS"],
    partPrice: 8_500,
    opening: 84_050,
    senders: ["SAVANNA", "SAVANNANEWS"],
    groups: [["Shop customers", 60]],
  },
];
