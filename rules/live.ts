import { isAdmin, type Permission, type Product, withAliases } from "./access";

/**
 * What travels live, and what each kind carries. A kind is told to nobody until it has a line in `audiences`.
 * Stored in the account's event log: everything but the kinds of `transient`.
 */
export type LiveBodies = {
  /** Tickets that changed; `by`: the person who did it, null for the system. `all`: more than are listed. */
  ticket: { ids: number[]; by: string | null; all?: true };
  /** A lead that changed; `by`: the person who did it. */
  lead: { id: number; by: string | null };
  /** A contact of the CRM that changed. */
  crm_contact: { id: number; by: string | null };
  /** An organisation of the CRM that changed. */
  organisation: { id: number; by: string | null };
  /** A deal that changed. */
  deal: { id: number; by: string | null };
  /** The notices of these people changed: one was written, or read. */
  notice: { to: string[] };
  /** Somebody is at a place, or no longer (see `Presence`). */
  "presence.ticket": Presence;
  /** A message was written or changed, with what a row of the inbox shows of its conversation. */
  "chat.message": {
    contact_id: number;
    message: object;
    contact: object;
    public: boolean;
    change: string;
    by: string | null;
  };
  /** What became of a conversation. */
  "chat.contact": { contact: object; change: string; by: string | null };
  /** An agent changed: status, presence, conversations. */
  "chat.participant": { participant: object };
  /** A call, or a customer who waits, changed; `to`: the agent whose call it is. */
  "voice.call": { id: number; status: string; user: string | null; to: string[] };
  /** An agent logged in or out, or began or ended a break. */
  "voice.agent": { id: string; status: string; user: string | null; to: string[] };
  /** Who looks at a conversation or writes in it; its customer is "visitor". */
  "presence.chat": Presence;
};
export type LiveKind = keyof LiveBodies;

/** What somebody does at a place. `key` is one open page of theirs: two pages of a person are one person. */
export type Presence = { place: string; key: string; id: string; name: string; activity: PresenceActivity };
export const doings = ["looking", "writing", "gone"] as const;
export type PresenceActivity = (typeof doings)[number];

/** Seconds after which somebody who gave no sign of life is no longer there. */
export const presenceLasts = 90;

/**
 * Who hears a kind. Heard by those with one of `products` (when said) who also
 * - hold one of `permissions` (an admin holds all), or
 * - are named in the body's `to` (a list of user ids), with one of these permissions if any are said, or
 * - are at the body's `place` and hold one of `permissions`; a kind with a place is told nowhere else.
 */
export type Audience = {
  products?: readonly Product[];
  permissions?: readonly Permission[];
  to?: true | readonly Permission[];
  place?: true;
};

const ticketing = { products: ["Ticketing"] } as const;
const sales = { products: ["CRM", "Jibu 360"] } as const;
const chats = { products: ["Chats"], permissions: ["View chat inbox", "Manage chat team"] } as const;
const calls = {
  products: ["Voice"],
  permissions: ["View supervisor inbound stats", "View voice inbound dashboard", "View voice outbound dashboard"],
  to: true,
} as const;

const audiences: { readonly [K in LiveKind]: Audience } = {
  ticket: { ...ticketing, permissions: ["View tickets", "View my tickets", "View ticket kanban"] },
  lead: { ...sales, permissions: ["View crm leads"] },
  crm_contact: { ...sales, permissions: ["View crm contacts"] },
  organisation: { ...sales, permissions: ["View crm contacts"] },
  deal: { ...sales, permissions: ["View crm deals"] },
  notice: { to: true },
  "presence.ticket": { ...ticketing, permissions: ["View tickets", "View my tickets"], place: true },
  "chat.message": chats,
  "chat.contact": chats,
  "chat.participant": chats,
  "voice.call": calls,
  "voice.agent": calls,
  "presence.chat": { ...chats, place: true },
};

/** Who listens: a person as identity knows them. */
export type Subscriber = {
  id: string;
  roles: readonly { name: string }[];
  permissions: readonly string[];
  products: readonly string[];
};

/** Anything that can be told: an event of the log or a transient event. */
export type Publication = { kind: string; body: Record<string, unknown> };

function audienceOf(kind: string): Audience | undefined {
  return Object.hasOwn(audiences, kind) ? audiences[kind as LiveKind] : undefined;
}

function holds(subscriber: Subscriber, permissions: readonly Permission[]): boolean {
  return isAdmin(subscriber.roles) || permissions.some((name) => subscriber.permissions.includes(name));
}

function hasProduct(subscriber: Subscriber, { products }: Audience): boolean {
  const held = withAliases(subscriber.products);
  return products === undefined || products.some((name) => held.has(name));
}

/** The rooms of an account that a person is in: the same words as `roomsFor`. Places are joined one by one. */
export function subscriberRooms(subscriber: Subscriber): string[] {
  return Object.entries(audiences).flatMap(([kind, audience]) => {
    if (audience.place || !hasProduct(subscriber, audience)) return [];
    const { permissions, to } = audience;
    const named = to === true || (to !== undefined && holds(subscriber, to));
    return [
      ...(permissions !== undefined && holds(subscriber, permissions) ? [kind] : []),
      ...(named ? [`${kind}@${subscriber.id}`] : []),
    ];
  });
}

/** The rooms in which something is told; none for a kind that nobody knows. */
export function roomsFor({ kind, body }: Publication): string[] {
  const audience = audienceOf(kind);
  if (!audience) return [];
  if (audience.place) return typeof body.place === "string" ? [placeRoom(body.place)] : [];
  const named = audience.to !== undefined && Array.isArray(body.to) ? body.to : [];
  return [...(audience.permissions ? [kind] : []), ...named.map((id) => `${kind}@${String(id)}`)];
}

function placeRoom(place: string): string {
  return `at ${place}`;
}

/** The kind in which presence at a place ("ticket/12") is told, and its room, if the person may be there. */
export function placeFor(subscriber: Subscriber, place: string): { kind: string; room: string } | undefined {
  const kind = `presence.${/^([a-z]+)\/[\w-]{1,64}$/.exec(place)?.[1] ?? ""}`;
  const audience = audienceOf(kind);
  if (!audience?.place || !hasProduct(subscriber, audience) || !holds(subscriber, audience.permissions ?? []))
    return undefined;
  return { kind, room: placeRoom(place) };
}

/**
 * What this person may hear, asked of many at once: their rooms are looked up once.
 * @param places where they are ("ticket/12"): what is told of a place is heard there only
 */
export function canReceive(subscriber: Subscriber, places: readonly string[] = []): (telling: Publication) => boolean {
  const rooms = new Set(subscriberRooms(subscriber));
  for (const place of places) {
    const there = placeFor(subscriber, place);
    if (there) rooms.add(there.room);
  }
  return (telling) => roomsFor(telling).some((room) => rooms.has(room));
}

/** The body as those who hear it get it: without the names of whom else it is told to. */
export function bodyShown({ kind, body }: Publication): Record<string, unknown> {
  if (audienceOf(kind)?.to === undefined) return body;
  const { to: _, ...rest } = body;
  return rest;
}
