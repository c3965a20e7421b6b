// Messenger's webhooks: https://developers.facebook.com/docs/messenger-platform/reference/webhook-events
import { z } from "zod";
import type { Item } from "./message";
import { type MessengerPart, messengerParts } from "./messenger.parts";

const id = z.union([z.string().min(1).max(300), z.number()]).transform(String);
/** Milliseconds; whole seconds come as well (statement M7). */
const stamp = z.union([z.string(), z.number()]).transform((given, context) => {
  const digits = String(given);
  if (!/^\d{10}(\d{3})?$/.test(digits)) context.addIssue({ code: "custom", message: "no time" });
  return digits.length === 10 ? Number(digits) * 1000 : Number(digits);
});
const Body = z.looseObject({ object: z.literal("page"), entry: z.array(z.unknown()) });
const Entry = z.looseObject({ id, time: stamp.optional() });
/** One who asks by a plug-in has no id, and no answer reaches them. */
const Who = z.looseObject({ id: id.optional() }).optional();
const Event = z.looseObject({ sender: Who, recipient: Who, timestamp: stamp.optional() });
const Change = z.looseObject({ value: z.looseObject({ recipient: z.unknown() }) });

const Referral = z
  .looseObject({
    source: z.string().max(60),
    ref: z.string().max(2_000),
    ad_id: id,
    referer_uri: z.string().max(2_000),
  })
  .partial()
  .nullish();
const Message = z.looseObject({
  mid: z.string().min(1).max(300),
  text: z.string().default(""),
  attachments: z.array(z.unknown()).default([]),
  quick_reply: z.looseObject({ payload: z.string().max(2_000).default("") }).optional(),
  reply_to: z.looseObject({ mid: z.string().max(300).nullish() }).optional(),
  referral: Referral,
  is_echo: z.boolean().default(false),
  is_deleted: z.boolean().default(false),
  app_id: id.nullish(),
  metadata: z.string().max(2_000).nullish(),
});
const Edit = z.looseObject({ mid: z.string().min(1).max(300), text: z.string().default("") });
const Reaction = z.looseObject({
  mid: z.string().min(1).max(300),
  action: z.string().default("react"),
  emoji: z.string().max(60).default(""),
  reaction: z.string().max(60).default(""),
});
const Delivery = z.looseObject({ mids: z.array(z.string().min(1).max(300)).default([]), watermark: stamp });
const Read = z.looseObject({ watermark: stamp });
const Postback = z.looseObject({
  mid: z.string().min(1).max(300).optional(),
  title: z.string().default(""),
  payload: z.string().max(2_000).default(""),
  referral: Referral,
});
const Enforcement = z.looseObject({ action: z.string().max(60), reason: z.string().default("") });

/** Whom an event is about: the customer, the page, and when it was. */
type EventContext = { user: string; page: string; at: number };
type Reader = { what: string; shape: z.ZodType; read(given: never, about: EventContext): Item[] };

function reader<S extends z.ZodType>(
  what: string,
  shape: S,
  read: (given: z.output<S>, about: EventContext) => Item[],
) {
  return { what, shape, read } satisfies Reader as Reader;
}

const readers = new Map<string, Reader>(
  Object.entries({
    message: reader("A message", Message, messageItems),
    message_edit: reader("An edit", Edit, ({ mid, text }, { at }) => [
      { kind: "change", provider_id: mid, change: "edited", text: text.slice(0, 25_000), at },
    ]),
    reaction: reader("A reaction", Reaction, ({ mid, action, emoji, reaction }, { at }) => [
      {
        ...{ kind: "change", provider_id: mid, change: "reaction", at },
        text: action === "unreact" ? "" : emoji || (faces.get(reaction) ?? "❤"),
      },
    ]),
    delivery: reader("A delivery", Delivery, ({ mids, watermark }, { user }) => [
      ...mids.map((mid): Item => ({ kind: "status", provider_id: mid, status: "delivered", reason: "" })),
      { kind: "mark", external_id: user, before: watermark, status: "delivered" },
    ]),
    read: reader("A read mark", Read, ({ watermark }, { user }) => [
      { kind: "mark", external_id: user, before: watermark, status: "read" },
    ]),
    postback: reader("A pressed button", Postback, postbackItems),
    policy_enforcement: reader("A word on policy", Enforcement, ({ action, reason }) => [
      {
        kind: "word",
        words:
          action === "unblock"
            ? "Facebook lets the page write again."
            : `Facebook says of this page: ${action}. ${reason.slice(0, 300)}`.trim(),
        stops: action === "block",
      },
    ]),
  }),
);
/** Known, and nothing to us by itself; a referral of weight comes again with the message. */
const quiet = new Set([
  ...["referral", "optin", "account_linking", "app_roles", "game_play", "response_feedback", "messaging_feedback"],
  ...["pass_thread_control", "take_thread_control", "request_thread_control"],
]);
const faces = new Map(
  Object.entries({
    ...{ smile: "😆", angry: "😠", sad: "😢", wow: "😮", love: "❤", like: "👍", dislike: "👎" },
  }),
);

/** Stands before our own id in a message's metadata: its echo is known for ours, and a lost answer found (M9, M18). */
export const ownMark = "jibu:";

/** An item, and the page it came to. */
export type Arrived = { page: string; item: Item };

/**
 * Every entry and every event by itself: what one of them has wrong stops none of the others (statement M5).
 * @returns the items in their order, and what could not be understood
 */
export function readPage(body: unknown): { items: Arrived[]; faults: string[] } {
  const whole = Body.safeParse(body);
  if (!whole.success) return { items: [], faults: ["This is no event of a page's."] };
  const items: Arrived[] = [];
  const faults: string[] = [];
  for (const given of whole.data.entry) {
    const entry = Entry.safeParse(given);
    if (!entry.success) {
      faults.push("An entry is not as we know it.");
      continue;
    }
    for (const event of eventsOf(entry.data)) {
      const read = eventItems(event, entry.data.id, entry.data.time ?? Date.now());
      if (typeof read === "string") faults.push(read);
      else items.push(...read.map((item) => ({ page: entry.data.id, item })));
    }
  }
  return { items, faults };
}

/** What the page was told, what it only hears because another program answers, and what Meta's own test button sends. */
function eventsOf({ messaging, standby, changes }: z.infer<typeof Entry>): unknown[] {
  const list = (given: unknown) => (Array.isArray(given) ? given : []);
  const tested = list(changes).flatMap((one) => Change.safeParse(one).data?.value ?? []);
  return [...list(messaging), ...list(standby), ...tested];
}

/** @returns a fault, where the event can't be read */
function eventItems(given: unknown, page: string, time: number): Item[] | string {
  const event = Event.safeParse(given);
  if (!event.success) return "An event is not as we know it.";
  const { sender, recipient, timestamp, ...rest } = event.data;
  const key = Object.keys(rest).find((one) => readers.has(one));
  const found = key ? readers.get(key) : undefined;
  if (!key || !found)
    return Object.keys(rest).some((one) => quiet.has(one)) ? [] : "An event is of a kind that we don't know.";
  const parsed = found.shape.safeParse(rest[key]);
  if (!parsed.success) return `${found.what} is not as we know it.`;
  const user = (sender?.id === page ? recipient?.id : sender?.id) ?? "";
  if (user === "" && key !== "policy_enforcement") return `${found.what} is of no one with an id.`;
  return found.read(parsed.data as never, { user, page, at: timestamp ?? time });
}

const personOf = (user: string) => ({ external_id: user, aliases: [], name: "", msisdn: "", language: "" });

function messageItems(given: z.infer<typeof Message>, { user, page, at }: EventContext): Item[] {
  const { mid, is_echo: echo, metadata, app_id, quick_reply, reply_to, referral } = given;
  if (given.is_deleted) return [{ kind: "change", provider_id: mid, change: "deleted", text: "", at }];
  if (echo && metadata?.startsWith(ownMark)) {
    const message_id = metadata.slice(ownMark.length);
    return [{ kind: "status", provider_id: mid, message_id, status: "sent", reason: "" }];
  }
  const meta = {
    ...(reply_to?.mid ? { reply_to: reply_to.mid } : {}),
    ...(quick_reply ? { payload: quick_reply.payload } : {}),
    ...(referral ? { referral } : {}),
    ...(echo && app_id ? { app_id } : {}),
  };
  return messengerParts(given.text, given.attachments).map(
    (part: MessengerPart, n): Item => ({
      // Its id is the first part's: what is said of the message later is said of that one.
      ...{ kind: "message", provider_id: n === 0 ? mid : `${mid}#${n + 1}`, at, recipient: page, echo },
      ...{ sender: personOf(user), meta },
      type: part.media || part.text ? "text" : "unsupported",
      text: part.text.slice(0, 25_000),
      ...(part.media ? { media: part.media } : {}),
    }),
  );
}

/** What is on the button is what the customer says. */
function postbackItems(
  { mid, title, payload, referral }: z.infer<typeof Postback>,
  { user, page, at }: EventContext,
): Item[] {
  const text = (title || payload).slice(0, 2_000);
  return [
    {
      ...{ kind: "message", provider_id: mid ?? `postback:${user}:${at}`, at, recipient: page, echo: false },
      ...{ sender: personOf(user), type: text ? "text" : "unsupported", text },
      meta: { payload, ...(referral ? { referral } : {}) },
    },
  ];
}
