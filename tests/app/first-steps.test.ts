import { expect, test } from "vitest";
import type { Viewer } from "../../app/access";
import { nextStep, type StepFacts, stepGroups } from "../../app/kit/first-steps";

const viewer = (role: string, products: string[], permissions: string[] = []) =>
  ({
    roles: [{ name: role }],
    permissions: permissions.map((name) => ({ name })),
    products: products.map((name) => ({ name })),
  }) as unknown as Viewer;
const owner = viewer("Owner", ["SMS", "Chats", "Ticketing"]);

const nothing: StepFacts = {
  ...{ paidIn: 0, sends: 0, groups: 0, senders: 0 },
  ...{ channels: 0, seen: false, online: false, conversations: 0 },
  ...{ templates: 0, members: 0, tickets: 0, people: 1 },
};
const labels = (facts: StepFacts, who = owner) =>
  stepGroups(who, facts).map(({ name, steps }) => [name, ...steps.map(({ label }) => label)]);

test("each product that is held has its own steps, in the order of the work", () => {
  expect(labels(nothing)).toEqual([
    ["SMS", "Top up the balance", "Send an SMS to your own phone", "Add contacts", "Get a sender ID"],
    ["Chats", "Create a web chat", "Put its script on your site", "Go online", "Answer the first visitor"],
    ["Tickets", "Choose stages and working hours", "Add people to a group", "Open the first ticket"],
    ["Account", "Invite a colleague"],
  ]);
  const { paidIn, sends, groups, senders, people } = nothing;
  expect(labels({ paidIn, sends, groups, senders, people }, viewer("Owner", ["SMS"]))).toEqual([
    ["SMS", "Top up the balance", "Send an SMS to your own phone", "Add contacts", "Get a sender ID"],
    ["Account", "Invite a colleague"],
  ]);
});

test("voice, WhatsApp, email and surveys begin with what nothing works without", () => {
  const facts: StepFacts = {
    ...{ numbers: 0, agents: 0, calls: 0, whatsappNumbers: 0, whatsappTemplates: 0, whatsappSends: 0 },
    ...{ domains: 0, emails: 0, surveys: 0, published: 0 },
  };
  const who = viewer("Owner", ["Voice", "Whatsapp", "Email", "Surveys"]);
  expect(labels(facts, who)).toEqual([
    ["Voice", "Add your phone number", "Create a voice agent", "Make or take the first call"],
    ["WhatsApp", "Add a WhatsApp number", "Create a template", "Send the first message"],
    ["Email", "Add the domain you send from", "Send the first email"],
    ["Surveys", "Create a survey", "Publish a survey"],
  ]);
  const next = (known: StepFacts) => nextStep(stepGroups(who, known));
  expect(next(facts)).toMatchObject({ label: "Add your phone number", to: "/voice/settings/numbers/new" });
  expect(next({ ...facts, numbers: 1, agents: 2 })?.label).toBe("Make or take the first call");
  const agent = viewer("Agent", ["Voice"], ["Receive inbound calls"]);
  expect(labels(facts, agent)).toEqual([]);
});

test("the next step is the first that is open; what can wait comes last", () => {
  const next = (facts: StepFacts) => nextStep(stepGroups(owner, facts))?.label;
  expect(next(nothing)).toBe("Top up the balance");
  const first = nextStep(stepGroups(owner, { ...nothing, paidIn: 50_000, phone: "+254722418306" }));
  expect(first).toMatchObject({ label: "Send an SMS to your own phone", to: "/sms/send?to=%2B254722418306" });
  const sent = { ...nothing, paidIn: 1, sends: 1, groups: 1 };
  expect(next(sent)).toBe("Create a web chat");
  const all = {
    ...sent,
    channels: 1,
    seen: true,
    online: true,
    conversations: 1,
    templates: 1,
    members: 1,
    tickets: 1,
  };
  expect(next(all)).toBe("Get a sender ID");
  expect(next({ ...all, senders: 1 })).toBe("Invite a colleague");
  expect(next({ ...all, senders: 1, people: 2 })).toBeUndefined();
});

test("what may not be opened, or is not known, is left out rather than shown as open", () => {
  const agent = viewer("Agent", ["SMS", "Chats"], ["Send single message", "View chat inbox"]);
  expect(labels({ sends: 0, senders: 1, online: false, conversations: 0 }, agent)).toEqual([
    ["SMS", "Send an SMS to your own phone", "Get a sender ID"],
    ["Chats", "Go online", "Answer the first visitor"],
  ]);
  expect(labels({ senders: 0, sends: 0 }, viewer("Sales", ["SMS"], ["Create contacts"]))).toEqual([]);
  expect(labels({}, owner)).toEqual([]);
});
