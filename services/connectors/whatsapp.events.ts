import { z } from "zod";
import type { Item, Media } from "./message";
import { stops, wordsFor } from "./whatsapp.errors";

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
const File = z.object({
  id: z.string().min(1).max(300),
  mime_type: z.string().default(""),
  filename: z.string().default(""),
  caption: z.string().default(""),
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
  text: z.object({ body: z.string() }).optional(),
  image: File.optional(),
  document: File.optional(),
  video: File.optional(),
  audio: File.optional(),
  sticker: File.optional(),
  button: z.object({ text: z.string().default("") }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: z.string() }).optional(),
      list_reply: z.object({ title: z.string() }).optional(),
    })
    .optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  reaction: target.extend({ emoji: z.string().default("") }).optional(),
  edit: target.extend({ message: z.object({ text: z.object({ body: z.string() }).optional() }).optional() }).optional(),
  revoke: target.optional(),
  context: z.object({ id: z.string().nullish() }).optional(),
  biz_opaque_callback_data: z.string().max(64).optional(),
});
type Message = z.infer<typeof Message>;
const Status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
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
  each("An entry", Entry, whole.data.entry, ({ changes }) =>
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
    const text = (given.edit?.message?.text?.body ?? "").slice(0, 25_000);
    const change = given.edit ? "edited" : "deleted";
    return { kind: "change", provider_id, change, text, at } as const;
  }
  const [digits, user] = echo ? [given.to, given.to_user_id] : [given.from, given.from_user_id];
  const found =
    known.find(({ wa_id, user_id }) => (wa_id && wa_id === digits) || (user_id && user_id === user)) ?? known[0];
  const phone = (digits ?? found?.wa_id ?? "").replace(/\D/g, "");
  const person = user ?? found?.user_id ?? "";
  const external_id = phone || person;
  if (!external_id) return undefined;
  const media = mediaOf(given);
  const text = textOf(given);
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
      ...(given.context?.id ? { reply_to: given.context.id } : {}),
      ...(echo && given.biz_opaque_callback_data ? { message_id: given.biz_opaque_callback_data } : {}),
    },
  } satisfies Item as Item;
}

function mediaOf({ image, document, video, audio, sticker }: Message): Media | undefined {
  const [found, name] = image
    ? [image, "photo.jpg"]
    : document
      ? [document, "document"]
      : video
        ? [video, "video.mp4"]
        : audio
          ? [audio, "voice.ogg"]
          : [sticker, "sticker.webp"];
  if (!found) return undefined;
  return { id: found.id, name: (found.filename || name).slice(0, 150), type: found.mime_type, bytes: null };
}

function textOf(given: Message): string {
  const { text, image, document, video, button, interactive, location } = given;
  if (text) return text.body;
  const pressed = button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title;
  if (pressed) return pressed;
  if (location) return `Location: https://maps.google.com/?q=${location.latitude},${location.longitude}`;
  return image?.caption || document?.caption || video?.caption || "";
}

const told = new Set(["sent", "delivered", "read", "failed"]);

function statusItem({ id, status, errors, biz_opaque_callback_data }: z.infer<typeof Status>): Item | undefined {
  if (!told.has(status)) return undefined;
  const [fault] = errors ?? [];
  return {
    ...{ kind: "status", provider_id: id, status: status as "sent" },
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
