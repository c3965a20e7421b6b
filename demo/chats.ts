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

/** Conversations of some weeks, the oldest first, as the service would have written them. */
export function makeChats(input: DemoChatsInput): Chats {
  const { talks, waiting, agents, persons, channels, counts, mine, now, random } = input;
  const made: Chats = { agents, people: [], contacts: [], messages: [], activities: [] };
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const [agent, ...more] = agents;
  const running = new Set<string>();
  let hasClosed = false;
  const kinds: [Kind, Agent | undefined][] = [
    ...Array.from({ length: counts.done }, (): [Kind, Agent | undefined] => ["done", one(agents)]),
    ...Array.from({ length: counts.ignored }, (): [Kind, Agent | undefined] => ["ignored", one(agents)]),
    ...Array.from({ length: counts.undisposed }, (): [Kind, Agent | undefined] => ["undisposed", agent]),
    ...Array.from({ length: mine }, (): [Kind, Agent | undefined] => ["open", agent]),
    ...Array.from({ length: more.length > 0 ? mine : 0 }, (): [Kind, Agent | undefined] => ["open", more[0]]),
    ...waiting.map((): [Kind, Agent | undefined] => ["waiting", undefined]),
  ];
  made.people = persons.map(({ name, msisdn }, n) => ({
    ...{ id: n + 1, name, msisdn, language: n % 3 === 0 ? "sw" : "en", at: new Date(now.getTime() - 30 * day) },
    email: n % 4 === 0 ? `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@mail.test` : "",
  }));
  for (const [n, [kind, who]] of kinds.entries()) {
    const contact_id = n + 1;
    let at = n % persons.length;
    let inbox = one(channels);
    const isRunning = kind === "open" || kind === "waiting";
    // One running conversation for each door of a person.
    while (isRunning && running.has(`${at} ${inbox.id}`)) {
      at = (at + 1) % persons.length;
      inbox = one(channels);
    }
    if (isRunning) running.add(`${at} ${inbox.id}`);
    const person = persons[at] as DemoPerson;
    const talk = one(talks);
    const waits = waiting[n - (kinds.length - waiting.length)];
    const full = talk.lines;
    const lines =
      kind === "waiting"
        ? (waits ?? []).map((text) => `< ${text}`)
        : kind === "open"
          ? full.slice(0, 2 + (n % 3))
          : full;
    // One to whom WhatsApp takes no free answer any more (rules/chat-channels.ts).
    const closed: boolean = !hasClosed && kind === "open" && who === agent && inbox.channel === "whatsapp";
    hasClosed ||= closed;
    const ago =
      kind === "waiting"
        ? (2 + (kinds.length - n) * 3) * minute
        : kind === "open"
          ? (closed ? 26 * 60 : 12 + (n % 9) * 6) * minute
          : (kind === "undisposed" ? 1 + (n % 3) / 10 : 1.2 + random() * 24) * day;
    const began = new Date(now.getTime() - ago);
    const clock = workHours(began, kind);
    const written = lines.map((line, place) => {
      const author = line.startsWith("<") ? "customer" : "agent";
      return {
        ...{ contact_id, inbox_id: inbox.id, n: place, author, type: line.startsWith("!") ? "note" : "text" },
        ...{
          author_id: author === "agent" ? who?.id : null,
          author_name: author === "agent" ? who?.name : person.name,
        },
        ...{ text: line.slice(2), at: new Date(clock + place * (90 + ((n * 7 + place * 31) % 120)) * 1000) },
        status: author === "customer" ? "received" : isRunning ? "delivered" : "read",
      };
    });
    const said = written.filter(({ type }) => type === "text");
    const last = said.at(-1);
    const first = said.find(({ author }) => author === "agent");
    const ended = kind === "done" || kind === "undisposed" || kind === "ignored";
    const over = new Date((written.at(-1)?.at.getTime() ?? clock) + 4 * minute);
    const user_id =
      inbox.channel === "whatsapp"
        ? person.msisdn.slice(1)
        : inbox.channel === "email"
          ? `p${at}@mail.test`
          : inbox.channel === "telegram"
            ? String(7_100_000_000 + at)
            : `demo-${at + 1}`;
    made.messages.push(...written);
    made.contacts.push({
      ...{
        contact_id,
        inbox_id: inbox.id,
        channel: inbox.channel,
        user_id,
        person_id: at + 1,
        name: person.name,
        email: "",
      },
      ...{
        msisdn: inbox.channel === "telegram" || (inbox.channel === "webchat" && at % 2 === 0) ? null : person.msisdn,
        agent: who?.name,
        participant_id: who?.id,
      },
      ...{
        opened: kind === "open",
        ended,
        started: who ? new Date(clock + 40_000) : null,
        ended_at: ended ? over : null,
      },
      ...{ about: talk.about[0], item: talk.about[1], disposed_at: kind === "done" ? over : null },
      ...{
        ignored_at: kind === "ignored" ? over : null,
        latest_message: last?.text ?? "",
        latest_at: last?.at ?? began,
      },
      ...{
        latest_is_admin: last?.author === "agent",
        unread: isRunning ? unreadOf(said) : 0,
      },
      ...{ waiting_since: kind === "waiting" ? new Date(clock) : null, created_at: new Date(clock) },
      ...{
        last_customer_at: said.filter(({ author }) => author === "customer").at(-1)?.at ?? began,
        first_reply_at: first?.at ?? null,
      },
      ...{ language: /[^a-z](habari|asante|ndio|sawa|bei)/i.test(` ${lines.join(" ")}`) ? "sw" : "en" },
      ...{ rating: kind === "done" && n % 2 === 0 ? one([5, 5, 4, 4, 3, 5, 2]) : null },
      page: inbox.channel === "webchat" ? { url: "https://savanna.test/offers", title: "Offers of the week" } : {},
    });
    const act = (action: ActivityAction, description: string, date: Date, by: string) =>
      made.activities.push({
        ...{ contact_id, date, action, description, by },
        color: activityColours[action],
        by_id: by === who?.name ? who.id : null,
        by_kind: by === who?.name ? "agent" : by === person.name ? "customer" : "system",
      });
    act("made", "The customer wrote for the first time", new Date(clock), person.name);
    if (who) act("started", `Given to ${who.name}`, new Date(clock + 40_000), brand.name);
    if (who && ended) act("ended", `${who.name} ended the conversation`, over, who.name);
    if (who && kind === "done") act("disposed", `${who.name} set ${talk.about.join(": ")}`, over, who.name);
  }
  return made;
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
