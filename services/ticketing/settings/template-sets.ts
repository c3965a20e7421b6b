import type { z } from "zod";
import type { Stage } from "../contract.boards";
import type { HoursInput } from "../contract.hours";
import type { templateSets, Wizard } from "../contract.settings";
import { officeWeek } from "../workspace/seed";

export type TemplateSet = (typeof templateSets)[number];
export type StageTemplate = Pick<Stage, "name" | "status" | "colour" | "pauses">;
const stage = (name: string, status: Stage["status"], colour: Stage["colour"]): StageTemplate => ({
  name,
  status,
  colour,
  pauses: status === "pending",
});

export const stageSets: Record<string, readonly StageTemplate[]> = {
  desk: [
    stage("New", "new", "blue"),
    stage("In progress", "open", "teal"),
    stage("Waiting for customer", "pending", "amber"),
    stage("Resolved", "resolved", "green"),
    stage("Closed", "closed", "grey"),
  ],
  escalation: [
    stage("New", "new", "blue"),
    stage("First line", "open", "teal"),
    stage("Second line", "open", "violet"),
    stage("Waiting for customer", "pending", "amber"),
    stage("Waiting for supplier", "pending", "amber"),
    stage("Resolved", "resolved", "green"),
    stage("Closed", "closed", "grey"),
  ],
};
export const typeSets: Record<string, { types: string[]; dispositions: Record<string, string[]> }> = {
  retail: {
    types: ["Question", "Request", "Incident", "Complaint", "Return"],
    dispositions: {
      Delivery: ["Late", "Wrong item", "Damaged"],
      Payment: ["Not received", "Charged twice", "Refund"],
      Product: ["Faulty", "Missing part", "How to use"],
    },
  },
  services: {
    types: ["Question", "Request", "Incident", "Complaint"],
    dispositions: {
      Account: ["Sign-in", "Details to change", "Close account"],
      Billing: ["Invoice", "Payment not received"],
      Service: ["Down", "Slow", "New request"],
    },
  },
};
const open = (from: string, to: string) => [{ from, to }];
export const hourSets: Record<string, z.input<typeof HoursInput>["week"]> = {
  office: officeWeek,
  shop: [1, 2, 3, 4, 5, 6, 7].map((day) =>
    day <= 5 ? open("08:00", "18:00") : day === 6 ? open("09:00", "14:00") : [],
  ),
  always: [1, 2, 3, 4, 5, 6, 7].map(() => open("00:00", "24:00")),
};
/** First response, next response and resolution in minutes for each priority, the most pressing first. */
type PolicyTemplate = [priority: number, name: string, first: number, next: number, resolution: number];
const standard: readonly PolicyTemplate[] = [
  [5, "Urgent", 30, 60, 240],
  [4, "High", 60, 120, 480],
  [3, "Medium", 240, 480, 1440],
  [2, "Low", 480, 960, 2880],
  [1, "Planned", 960, 1440, 4800],
];
export const policySets: Record<string, readonly PolicyTemplate[]> = {
  standard,
  brisk: standard.map(([priority, name, first, next, resolution]) => [
    priority,
    name,
    first / 2,
    next / 2,
    resolution / 2,
  ]),
};

export const about: Record<
  TemplateSet,
  { name: string; description: string; choices: Wizard["sets"][number]["choices"] }
> = {
  stages: {
    name: "Stages",
    description: "The columns that a ticket goes through.",
    choices: [
      { key: "desk", name: "Help desk", description: "New, in progress, waiting for customer, resolved, closed" },
      { key: "escalation", name: "Two lines", description: "First and second line, waiting for customer or supplier" },
    ],
  },
  types: {
    name: "Types and dispositions",
    description: "What a ticket is, and what it was about.",
    choices: [
      { key: "retail", name: "Shop", description: "Delivery, payment, product" },
      { key: "services", name: "Services", description: "Account, billing, service" },
    ],
  },
  hours: {
    name: "Business hours and holidays",
    description: "When SLA timers run.",
    choices: [
      { key: "office", name: "Office", description: "Monday to Friday, 8 to 17, an hour for lunch" },
      { key: "shop", name: "Shop", description: "Monday to Friday 8 to 18, Saturday 9 to 14" },
      { key: "always", name: "Around the clock", description: "Every hour of every day" },
    ],
  },
  policies: {
    name: "Policies",
    description: "How soon a ticket of each priority is answered and resolved.",
    choices: [
      { key: "standard", name: "Standard", description: "Urgent in half an hour, resolved in four" },
      { key: "brisk", name: "Brisk", description: "Half of that" },
    ],
  },
};
