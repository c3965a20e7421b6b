// The five collections of the chat store (R091) as documents, and the live events that a change of them stands for.
import type { EventFrame } from "./live-frames";

export const collections = ["messages", "contacts", "participants", "activities", "breaks"] as const;
export type Collection = (typeof collections)[number];

/** Those whose changes pages hear. */
export const heardCollections = ["messages", "contacts", "participants"] as const;
export type HeardCollection = (typeof heardCollections)[number];

/** The kinds of live events that these stand for: with a store of its own, the socket does not carry them. */
export const storeKinds = ["chat.message", "chat.contact", "chat.participant"] as const;

type Fields = Record<string, unknown>;

/**
 * What is put into a collection. Fields that it does not name stay as they are; so do the parts of `event` that it
 * does not name. `id` is unique over all accounts.
 */
export type StoreDocument = { collection: Collection; id: string; fields: Fields & { event: Mark } };

/**
 * The last change of a document as an event of the log. `seq`: its number, `at`: milliseconds. `change` and `by` are of
 * the last that had them: for a conversation this is the event `changed`, for its messages come as changes too. `made`:
 * the event that brought a message.
 */
export type Mark = { seq: number; at: number; change?: string; by?: string | null; changed?: number; made?: number };

type Event = { seq: number; kind: string; body: Fields; at: number };

export function documentId(account: string, id: string | number): string {
  return `${account}-${id}`;
}

/** What an event of the log puts into the collections; nothing for events of other kinds. */
export function storeDocuments(account: string, { seq, kind, body, at }: Event): StoreDocument[] {
  const mark = { seq, at };
  const own = { customer_account: account };
  if (kind === "chat.participant") {
    const participant = body.participant as Fields & { participant_id: string };
    const fields = { ...participant, ...own, id: participant.participant_id, event: mark };
    return [{ collection: "participants", id: documentId(account, participant.participant_id), fields }];
  }
  const contact = body.contact as Fields & { contact_id: number };
  const about = { change: `${body.change}`, by: (body.by as string | null | undefined) ?? null };
  const id = kind === "chat.message" || kind === "chat.contact" ? documentId(account, contact.contact_id) : "";
  if (kind === "chat.contact")
    return [{ collection: "contacts", id, fields: { ...contact, ...own, event: { ...mark, ...about, changed: seq } } }];
  if (kind !== "chat.message") return [];
  const message = body.message as Fields & { id: number };
  const event = { ...mark, ...about, ...(body.change === "made" ? { made: seq } : {}) };
  return [
    { collection: "contacts", id, fields: { ...contact, ...own, event: mark } },
    {
      collection: "messages",
      id: documentId(account, message.id),
      fields: { ...message, ...own, public: body.public === true, event },
    },
  ];
}

/** Puts of one document joined into one, the later over the earlier; the order of the documents is kept. */
export function joined(puts: readonly StoreDocument[]): StoreDocument[] {
  const all = new Map<string, StoreDocument>();
  for (const put of puts) {
    const key = `${put.collection}/${put.id}`;
    const before = all.get(key);
    if (!before) all.set(key, put);
    else {
      const event = { ...before.fields.event, ...put.fields.event };
      all.set(key, { ...before, fields: { ...before.fields, ...put.fields, event } });
    }
  }
  return [...all.values()];
}

export type HeardDocument = { collection: HeardCollection; fields: Fields };

/**
 * Changed documents as the events that pages know, in the log's order.
 * @param told up to which event those of a collection were told: what happened to a document since is one event
 * @param contactOf the conversation of a message as its own document has it
 */
export function storedEvents(
  found: readonly HeardDocument[],
  told: (collection: HeardCollection) => number,
  contactOf: (contact_id: number) => Fields | undefined,
): EventFrame[] {
  const events = found.flatMap(({ collection, fields }): EventFrame[] => {
    const cursor = told(collection);
    const { event, customer_account, ...rest } = fields as Fields & { event: Mark };
    const { seq, at, change = "changed", by = null, changed = 0, made = 0 } = event;
    if (seq <= cursor) return [];
    if (collection === "participants") {
      const { id: _, ...participant } = rest;
      return [[seq, "chat.participant", { participant: { ...participant, customer_account } }, at]];
    }
    if (collection === "contacts") {
      const said = changed > cursor ? { change, by } : { change: "message", by: null };
      return [[seq, "chat.contact", { contact: { ...rest, customer_account }, ...said }, at]];
    }
    const { public: shown, ...message } = rest;
    const contact = contactOf(Number(message.contact_id)) ?? { contact_id: message.contact_id };
    const said = { change: made > cursor ? "made" : change, by };
    return [[seq, "chat.message", { contact_id: message.contact_id, message, contact, public: shown, ...said }, at]];
  });
  const rank = (kind: string) => (kind === "chat.message" ? 1 : 0);
  return events.sort((a, b) => a[0] - b[0] || rank(a[1]) - rank(b[1]));
}

/** What a browser needs to hear a store of its own; it asks anew before `until` (seconds). */
export type StoreSession = {
  project: string;
  api_key: string;
  /** Another host than Google's. */
  url: string | null;
  /** Signs in for an hour; what it lets one read ends at `until`. */
  token: string;
  until: number;
  account: string;
  /** Everything up to this event is in the page's own data. */
  cursor: number;
};
