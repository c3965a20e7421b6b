import { z } from "zod";
import type { Item } from "./message";
import { contentMedia, contentMeta, contentParts, contentText, EditedContent, editedText } from "./whatsapp.content";
import { stops, wordsFor } from "./whatsapp.errors";
import { businessNews } from "./whatsapp.news";

const Body = z.object({ object: z.string().optional(), entry: z.array(z.unknown()) });
const Entry = z.object({ id: z.coerce.string().default(""), changes: z.array(z.unknown()) });
const Change = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) });
const Metadata = z.object({ phone_number_id: z.coerce.string(), display_phone_number: z.coerce.string().default("") });
const Known = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.object({ name: z.string().default(""), username: z.string().default("") }).optional(),
});
const Fault = z.object({ code: z.number(), title: z.string().default(""), message: z.string().default("") });
const stamp = z.coerce.string().regex(/^\d{10,13}$/);
/** The network tells of the customer, who wrote nothing. */
const System = z.object({
  type: z.string().max(60),
  wa_id: z.string().max(30).nullish(),
  new_wa_id: z.string().max(30).nullish(),
  user_id: z.string().max(200).nullish(),
});
const target = z.object({ message_id: z.string().nullish(), original_message_id: z.string().nullish() });
const Message = z.object({
  id: z.string().min(1).max(300),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  to: z.string().optional(),
  to_user_id: z.string().optional(),
  timestamp: stamp,
  type: z.string(),
  ...contentParts,
  reaction: target.extend({ emoji: z.string().default("") }).optional(),
  edit: target.extend({ message: EditedContent.optional() }).optional(),
  revoke: target.optional(),
  system: System.optional().catch(undefined),
  biz_opaque_callback_data: z.string().max(64).optional(),
});
type Message = z.infer<typeof Message>;
const Status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  timestamp: stamp.optional().catch(undefined),
  biz_opaque_callback_data: z.string().max(64).optional(),
  errors: z.array(Fault).optional(),
});

/** An item, and the number id it came to. */
export type Arrived = { number: string; item: Item };

/**
 * Every entry, change, message and status by itself: what one of them has wrong stops none of the others (statement
 * M5). @returns the items in their order, and what could not be understood
 */
export function readEvents(body: unknown): { items: Arrived[]; faults: string[] } {
  const items: Arrived[] = [];
  const faults: string[] = [];
  const each = <S extends z.ZodType>(what: string, shape: S, list: unknown, work: (of: z.output<S>) => void) => {
    for (const one of Array.isArray(list) ? list : []) {
      const parsed = shape.safeParse(one);
      if (parsed.success) work(parsed.data);
      else faults.push(`${what} is not as we know it.`);
    }
  };
  const whole = Body.safeParse(body);
  if (!whole.success) return { items, faults: ["This is no event of WhatsApp's."] };
  each("An entry", Entry, whole.data.entry, ({ id, changes }) =>
    each("A change", Change, changes, ({ field, value }) => {
      const metadata = Metadata.safeParse(value.metadata);
      const number = metadata.data?.phone_number_id ?? "";
      const known = z.array(Known).safeParse(value.contacts).data ?? [];
      const add = (item: Item | undefined) => item && items.push({ number, item });
      const echoes = field === "smb_message_echoes";
      const recipient = metadata.data?.display_phone_number ?? "";
      each("A message", Message, echoes ? value.message_echoes : value.messages, (message) =>
        add(messageItem(message, known, recipient, echoes)),
      );
      each("A status", Status, value.statuses, (status) => add(statusItem(status)));
      each("An error", Fault, value.errors, ({ code, title, message }) =>
        add({ kind: "word", words: wordsFor(code, message || title), stops: stops(code) }),
      );
      if (field === "account_update") add(accountItem(value));
      const news = businessNews(field, value);
      if (news) add({ kind: "business", business: id, news });
    }),
  );
  return { items, faults };
}

/** Seconds, or their first ten digits where milliseconds came (statement M7). */
const milliseconds = (timestamp: string) => Number(timestamp.slice(0, 10)) * 1000;

function messageItem(given: Message, known: readonly z.infer<typeof Known>[], recipient: string, echo: boolean) {
  const at = milliseconds(given.timestamp);
  const about = given.reaction ?? given.edit ?? given.revoke;
  if (about) {
    const provider_id = about.message_id ?? about.original_message_id;
    // No id is nobody's: it must never match a message without one (statement M10).
    if (!provider_id) return undefined;
    if (given.reaction)
      return { kind: "change", provider_id, change: "reaction", text: given.reaction.emoji, at } as const;
    if (given.revoke) return { kind: "change", provider_id, change: "deleted", text: "", at } as const;
    const text = editedText(given.edit?.message ?? {})?.slice(0, 25_000);
    // What it says now is not told: it stays as it was.
    return text === undefined ? undefined : ({ kind: "change", provider_id, change: "edited", text, at } as const);
  }
  if (given.system) return customerItem(given, given.system);
  const [digits, user] = echo ? [given.to, given.to_user_id] : [given.from, given.from_user_id];
  const found =
    known.find(({ wa_id, user_id }) => (wa_id && wa_id === digits) || (user_id && user_id === user)) ?? known[0];
  const phone = (digits ?? found?.wa_id ?? "").replace(/\D/g, "");
  const person = user ?? found?.user_id ?? "";
  const external_id = phone || person;
  if (!external_id) return undefined;
  const media = contentMedia(given);
  const text = contentText(given);
  return {
    ...{ kind: "message", provider_id: given.id, at, recipient, echo },
    sender: {
      external_id,
      aliases: phone && person ? [person] : [],
      name: (found?.profile?.name || found?.profile?.username || "").slice(0, 200),
      msisdn: phone ? `+${phone}` : "",
      language: "",
    },
    type: media || text ? "text" : "unsupported",
    text: text.slice(0, 25_000),
    ...(media ? { media } : {}),
    meta: {
      ...contentMeta(given),
      ...(echo && given.biz_opaque_callback_data ? { message_id: given.biz_opaque_callback_data } : {}),
    },
  } satisfies Item as Item;
}

/** A new number, a new id, a new device: they stay the same person. */
function customerItem(
  { from, from_user_id }: Message,
  { type, wa_id, new_wa_id, user_id }: z.infer<typeof System>,
): Item | undefined {
  const old = (from ?? "").replace(/\D/g, "");
  const number = (wa_id ?? new_wa_id ?? "").replace(/\D/g, "");
  if (/changed_number$/.test(type)) {
    const external_id = old || from_user_id;
    if (!external_id || number === "") return undefined;
    const words = `The customer's number changed${old ? ` from +${old}` : ""} to +${number}.`;
    return { kind: "customer", external_id, words, new_id: number, msisdn: `+${number}` };
  }
  if (type === "user_changed_user_id" && from_user_id && user_id)
    return {
      kind: "customer",
      external_id: from_user_id,
      words: "WhatsApp gave the customer a new id.",
      new_id: user_id,
    };
  const external_id = old || from_user_id;
  if (!external_id || !/identity_changed$/.test(type)) return undefined;
  return { kind: "customer", external_id, words: "The customer has WhatsApp on another phone, or installed it again." };
}

/** Listened to is read. */
const told = new Map<string, "sent" | "delivered" | "read" | "failed">([
  ...(["sent", "delivered", "read", "failed"] as const).map((one) => [one, one] as const),
  ["played", "read"],
]);

function statusItem({
  id,
  status,
  timestamp,
  errors,
  biz_opaque_callback_data,
}: z.infer<typeof Status>): Item | undefined {
  const at = timestamp ? milliseconds(timestamp) : Date.now();
  if (status === "deleted") return { kind: "change", provider_id: id, change: "deleted", text: "", at };
  const meant = told.get(status);
  if (!meant) return undefined;
  const [fault] = errors ?? [];
  return {
    ...{ kind: "status", provider_id: id, status: meant },
    ...(biz_opaque_callback_data ? { message_id: biz_opaque_callback_data } : {}),
    reason: fault ? wordsFor(fault.code, fault.message || fault.title) : "",
    ...(fault ? { code: fault.code } : {}),
  };
}

function accountItem(value: Record<string, unknown>): Item | undefined {
  const event = String(value.event ?? "");
  if (!/^[A-Z_]{3,60}$/.test(event)) return undefined;
  const words = `Meta says of this business account: ${event.toLowerCase().replaceAll("_", " ")}.`;
  return { kind: "word", words, stops: /^(DISABLED_UPDATE|ACCOUNT_DELETED|ACCOUNT_RESTRICTION)$/.test(event) };
}
