import { brand } from "../rules/brand";
import { type ActivityAction, activityColours } from "../services/chat/records/contact-events";
import type { DemoPerson } from "./people";
import type { DemoConversation } from "./talks";

type Agent = { id: string; name: string };
export type Chats = {
  agents: Agent[];
  people: object[];
  contacts: object[];
  messages: object[];
  activities: object[];
};

type DemoChatsInput = {
  talks: readonly DemoConversation[];
  waiting: readonly (readonly string[])[];
  agents: Agent[];
  persons: readonly DemoPerson[];
  channels: readonly { id: number; channel: string }[];
  counts: { done: number; undisposed: number; ignored: number };
  /** Open conversations of the agent, and of the owner. */
  mine: number;
  now: Date;
  random(): number;
};

const minute = 60_000;
const day = 86_400_000;
type Kind = "done" | "undisposed" | "ignored" | "open" | "waiting";

type Planned = [kind: Kind, agent: Agent | undefined];
type Inbox = DemoChatsInput["channels"][number];
/** A conversation that is about to be written. */
type Draft = {
  /** Its place among all, from 0. */
  n: number;
  kind: Kind;
  agent: Agent | undefined;
  person: DemoPerson;
  /** The person's place among all, from 0. */
  at: number;
  inbox: Inbox;
  about: DemoConversation["about"];
  lines: readonly string[];
  began: Date;
  /** When its first message was written, in milliseconds. */
  clock: number;
};

/** Conversations of some weeks, the oldest first, as the service would have written them. */
export function makeChats(input: DemoChatsInput): Chats {
  const { talks, waiting, agents, persons, channels, now, random } = input;
  const made: Chats = { agents, people: [], contacts: [], messages: [], activities: [] };
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const [agent] = agents;
  const running = new Set<string>();
  let hasClosed = false;
  const kinds = plan(input, one);
  made.people = persons.map(({ name, msisdn }, n) => ({
    ...{ id: n + 1, name, msisdn, language: n % 3 === 0 ? "sw" : "en", at: new Date(now.getTime() - 30 * day) },
    email: n % 4 === 0 ? `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@mail.test` : "",
  }));
  for (const [n, [kind, who]] of kinds.entries()) {
    let at = n % persons.length;
    let inbox = one(channels);
    const isRunning = kind === "open" || kind === "waiting";
    // One running conversation for each door of a person.
    while (isRunning && running.has(`${at} ${inbox.id}`)) {
      at = (at + 1) % persons.length;
      inbox = one(channels);
    }
    if (isRunning) running.add(`${at} ${inbox.id}`);
    const talk = one(talks);
    // One to whom WhatsApp takes no free answer any more (rules/chat-channels.ts).
    const closed: boolean = !hasClosed && kind === "open" && who === agent && inbox.channel === "whatsapp";
    hasClosed ||= closed;
    const began = new Date(now.getTime() - age(kind, n, { left: kinds.length - n, closed, random }));
    const draft: Draft = {
      ...{ n, kind, agent: who, at, inbox, about: talk.about, began, clock: workHours(began, kind) },
      person: persons[at] as DemoPerson,
      lines: linesSaid(kind, n, talk.lines, waiting[n - (kinds.length - waiting.length)]),
    };
    write(draft, made, one);
  }
  return made;
}

/** Which conversations there are, in which state, and who has them. */
function plan({ waiting, agents, counts, mine }: DemoChatsInput, one: <T>(of: readonly T[]) => T): Planned[] {
  const [agent, ...more] = agents;
  return [
    ...Array.from({ length: counts.done }, (): Planned => ["done", one(agents)]),
    ...Array.from({ length: counts.ignored }, (): Planned => ["ignored", one(agents)]),
    ...Array.from({ length: counts.undisposed }, (): Planned => ["undisposed", agent]),
    ...Array.from({ length: mine }, (): Planned => ["open", agent]),
    ...Array.from({ length: more.length > 0 ? mine : 0 }, (): Planned => ["open", more[0]]),
    ...waiting.map((): Planned => ["waiting", undefined]),
  ];
}

/** "< " is the customer's line, "! " a note, any other the agent's. */
function linesSaid(kind: Kind, n: number, all: readonly string[], waits: readonly string[] = []): readonly string[] {
  if (kind === "waiting") return waits.map((text) => `< ${text}`);
  return kind === "open" ? all.slice(0, 2 + (n % 3)) : all;
}

/** Milliseconds since it began. */
function age(
  kind: Kind,
  n: number,
  { left, closed, random }: { left: number; closed: boolean; random(): number },
): number {
  if (kind === "waiting") return (2 + left * 3) * minute;
  if (kind === "open") return (closed ? 26 * 60 : 12 + (n % 9) * 6) * minute;
  return (kind === "undisposed" ? 1 + (n % 3) / 10 : 1.2 + random() * 24) * day;
}

/** Writes the messages, the conversation and what was done with it. */
function write(draft: Draft, made: Chats, one: <T>(of: readonly T[]) => T): void {
  const { n, kind, agent, person, at, inbox, about, lines, began, clock } = draft;
  const contact_id = n + 1;
  const isRunning = kind === "open" || kind === "waiting";
  const written = writtenLines(draft);
  const said = written.filter(({ type }) => type === "text");
  const last = said.at(-1);
  const first = said.find(({ author }) => author === "agent");
  const ended = !isRunning;
  const over = new Date((written.at(-1)?.at.getTime() ?? clock) + 4 * minute);
  made.messages.push(...written);
  made.contacts.push({
    ...{ contact_id, inbox_id: inbox.id, channel: inbox.channel, user_id: userId(draft) },
    ...{ person_id: at + 1, name: person.name, email: "" },
    msisdn: inbox.channel === "telegram" || (inbox.channel === "webchat" && at % 2 === 0) ? null : person.msisdn,
    ...{ agent: agent?.name, participant_id: agent?.id },
    ...{ opened: kind === "open", ended, started: agent ? new Date(clock + 40_000) : null },
    ended_at: ended ? over : null,
    ...{ about: about[0], item: about[1], disposed_at: kind === "done" ? over : null },
    ignored_at: kind === "ignored" ? over : null,
    ...{ latest_message: last?.text ?? "", latest_at: last?.at ?? began, latest_is_admin: last?.author === "agent" },
    unread: isRunning ? unreadOf(said) : 0,
    ...{ waiting_since: kind === "waiting" ? new Date(clock) : null, created_at: new Date(clock) },
    last_customer_at: said.filter(({ author }) => author === "customer").at(-1)?.at ?? began,
    first_reply_at: first?.at ?? null,
    language: /[^a-z](habari|asante|ndio|sawa|bei)/i.test(` ${lines.join(" ")}`) ? "sw" : "en",
    rating: kind === "done" && n % 2 === 0 ? one([5, 5, 4, 4, 3, 5, 2]) : null,
    page: inbox.channel === "webchat" ? { url: "https://savanna.test/offers", title: "Offers of the week" } : {},
  });
  const act = (action: ActivityAction, description: string, date: Date, by: string) =>
    made.activities.push({
      ...{ contact_id, date, action, description, by },
      color: activityColours[action],
      by_id: by === agent?.name ? agent.id : null,
      by_kind: by === agent?.name ? "agent" : by === person.name ? "customer" : "system",
    });
  act("made", "The customer wrote for the first time", new Date(clock), person.name);
  if (agent) act("started", `Given to ${agent.name}`, new Date(clock + 40_000), brand.name);
  if (agent && ended) act("ended", `${agent.name} ended the conversation`, over, agent.name);
  if (agent && kind === "done") act("disposed", `${agent.name} set ${about.join(": ")}`, over, agent.name);
}

/** Its lines as messages, a minute and a half or more apart. */
function writtenLines({ n, kind, agent, person, inbox, lines, clock }: Draft) {
  const delivered = kind === "open" || kind === "waiting" ? "delivered" : "read";
  return lines.map((line, place) => {
    const author = line.startsWith("<") ? "customer" : "agent";
    return {
      ...{ contact_id: n + 1, inbox_id: inbox.id, n: place, author, type: line.startsWith("!") ? "note" : "text" },
      author_id: author === "agent" ? agent?.id : null,
      author_name: author === "agent" ? agent?.name : person.name,
      ...{ text: line.slice(2), at: new Date(clock + place * (90 + ((n * 7 + place * 31) % 120)) * 1000) },
      status: author === "customer" ? "received" : delivered,
    };
  });
}

/** Who the person is on the channel. */
function userId({ inbox: { channel }, person, at }: Draft): string {
  if (channel === "whatsapp") return person.msisdn.slice(1);
  if (channel === "email") return `p${at}@mail.test`;
  return channel === "telegram" ? String(7_100_000_000 + at) : `demo-${at + 1}`;
}

/** What the customer has written since the last answer. */
function unreadOf(said: readonly { author: string }[]): number {
  return said.length - 1 - said.findLastIndex(({ author }) => author === "agent");
}

/** What is over was within working hours (8 to 17 in Nairobi); what runs began when it did. */
function workHours(began: Date, kind: Kind): number {
  if (kind === "open" || kind === "waiting") return began.getTime();
  const at = new Date(began);
  at.setUTCHours(5 + (at.getUTCHours() % 9));
  return Math.min(at.getTime(), Date.now() - 3_600_000);
}
