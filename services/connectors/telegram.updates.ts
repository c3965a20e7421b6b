import { z } from "zod";
import { type Item, type Media, placeWords } from "./message";

// Ids come as numbers below 2^52 and go on as text (statement M13).
const numeric = z.union([z.number(), z.string()]).transform(String);
const Chat = z.object({ id: numeric, type: z.string() });
const User = z.object({
  id: numeric,
  is_bot: z.boolean().default(false),
  first_name: z.string().default(""),
  last_name: z.string().default(""),
  username: z.string().default(""),
  language_code: z.string().default(""),
});
const Stored = z.object({
  file_id: z.string().min(1).max(300),
  file_name: z.string().default(""),
  mime_type: z.string().default(""),
  file_size: z.number().optional(),
});
const Message = z.object({
  message_id: z.number(),
  from: User.optional(),
  chat: Chat,
  date: z.number(),
  edit_date: z.number().optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  media_group_id: z.string().optional(),
  photo: z.array(Stored).optional(),
  document: Stored.optional(),
  video: Stored.optional(),
  video_note: Stored.optional(),
  voice: Stored.optional(),
  audio: Stored.optional(),
  sticker: z.object({ emoji: z.string().default("") }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string().default(""), address: z.string().default("") }).optional(),
  contact: z
    .object({
      ...{ phone_number: z.string(), first_name: z.string().default(""), last_name: z.string().default("") },
      user_id: numeric.optional(),
    })
    .optional(),
  forward_origin: z.object({ type: z.string() }).optional(),
  reply_to_message: z.object({ message_id: z.number() }).optional(),
});
type Message = z.infer<typeof Message>;
const Update = z.object({
  update_id: z.number(),
  message: z.unknown().optional(),
  edited_message: z.unknown().optional(),
  callback_query: z.unknown().optional(),
  my_chat_member: z.unknown().optional(),
  message_reaction: z.unknown().optional(),
});
const Pressed = z.object({
  id: z.string().min(1).max(100),
  from: User,
  data: z.string().default(""),
  message: z.object({ chat: Chat, message_id: z.number() }).optional(),
});
const Member = z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) });
const Reaction = z.object({
  chat: Chat,
  message_id: z.number(),
  date: z.number(),
  new_reaction: z.array(z.object({ emoji: z.string().default("") })).default([]),
});

/** The parts of an update, and what of it could not be understood. */
export function readUpdate(body: unknown, bot: string): { items: Item[]; faults: string[] } {
  const update = Update.safeParse(body);
  if (!update.success) return { items: [], faults: ["This is no update of Telegram's."] };
  const { message, edited_message, callback_query, my_chat_member, message_reaction } = update.data;
  const faults: string[] = [];
  const read = <S extends z.ZodType>(what: string, shape: S, given: unknown, make: (of: z.output<S>) => Item[]) => {
    if (given === undefined) return [];
    const parsed = shape.safeParse(given);
    if (parsed.success) return make(parsed.data);
    faults.push(`${what} is not as we know it.`);
    return [];
  };
  const items = [
    ...read("A message", Message, message, (one) => messageItems(one, bot)),
    ...read("An edit", Message, edited_message, editItems),
    ...read("A pressed button", Pressed, callback_query, (one) => pressedItems(one, update.data.update_id, bot)),
    ...read("A membership", Member, my_chat_member, memberItems),
    ...read("A reaction", Reaction, message_reaction, reactionItems),
  ];
  return { items, faults };
}

/** A message's id is its chat's: both together are unique for the bot. */
const idOf = (chat: { id: string }, message: number) => `${chat.id}:${message}`;
/** Only conversations with one person (statement M13). */
const isPrivate = ({ type }: { type: string }) => type === "private";

function senderOf({ id, first_name, last_name, username, language_code }: z.infer<typeof User>) {
  const name = `${first_name} ${last_name}`.trim() || username;
  return { external_id: id, aliases: [], name: name.slice(0, 200), msisdn: "", language: language_code.slice(0, 10) };
}

function messageItems(given: Message, bot: string): Item[] {
  const { chat, from, message_id, date } = given;
  if (!isPrivate(chat) || !from || from.is_bot) return [];
  const media = mediaOf(given);
  const link = deepLink(given);
  const text = link ? "Opened the chat" : (given.text ?? given.caption ?? wordsOf(given));
  const { location, venue, contact } = given;
  const meta = {
    ...(link ? { deep_link: link } : {}),
    ...(given.forward_origin ? { forwarded: true } : {}),
    ...(location ? { location: { ...location, ...(venue ? { name: venue.title, address: venue.address } : {}) } } : {}),
    ...(contact ? { contact } : {}),
    ...(given.media_group_id ? { album: given.media_group_id } : {}),
    ...(given.reply_to_message ? { reply_to: idOf(chat, given.reply_to_message.message_id) } : {}),
  };
  return [
    {
      ...{ kind: "message", provider_id: idOf(chat, message_id), at: date * 1000, recipient: bot, echo: false },
      // The chat is where an answer goes; in a private one it is the person.
      sender: { ...senderOf(from), external_id: chat.id, msisdn: ownNumber(given) },
      type: media || text ? "text" : "unsupported",
      text: text.slice(0, 25_000),
      ...(media ? { media } : {}),
      meta,
    },
  ];
}

/** What a link `t.me/bot?start=…` carries (Bot API, deep linking). */
function deepLink({ text }: Message): string {
  return /^\/start ([\w-]{1,64})$/.exec(text?.trim() ?? "")?.[1] ?? "";
}

/** One's own contact that one shares: Telegram vouches for the number. */
function ownNumber({ contact, from }: Message): string {
  const digits = contact?.phone_number.replace(/\D/g, "") ?? "";
  return contact?.user_id !== undefined && contact.user_id === from?.id && /^\d{7,15}$/.test(digits)
    ? `+${digits}`
    : "";
}

function mediaOf({ photo, document, video, video_note, voice, audio }: Message): Media | undefined {
  const largest = photo?.at(-1);
  const [found, name] = largest
    ? [largest, "photo.jpg"]
    : document
      ? [document, "document"]
      : (video ?? video_note)
        ? [video ?? video_note, "video.mp4"]
        : voice
          ? [voice, "voice.ogg"]
          : [audio, "audio.mp3"];
  if (!found) return undefined;
  const type = largest ? "image/jpeg" : found.mime_type;
  return { id: found.file_id, name: (found.file_name || name).slice(0, 150), type, bytes: found.file_size ?? null };
}

/** What has no text of its own, in words. */
function wordsOf({ sticker, location, venue, contact }: Message): string {
  if (sticker) return sticker.emoji || "Sticker";
  if (location) return placeWords({ ...location, name: venue?.title, address: venue?.address });
  if (contact) return `Contact: ${`${contact.first_name} ${contact.last_name}`.trim()} ${contact.phone_number}`;
  return "";
}

function editItems(given: Message): Item[] {
  if (!isPrivate(given.chat)) return [];
  const text = (given.text ?? given.caption ?? "").slice(0, 25_000);
  const at = (given.edit_date ?? given.date) * 1000;
  return [{ kind: "change", provider_id: idOf(given.chat, given.message_id), change: "edited", text, at }];
}

/** Answered always; what is on the button is what the customer says. */
function pressedItems({ id, from, data, message }: z.infer<typeof Pressed>, update: number, bot: string): Item[] {
  const answered: Item = { kind: "pressed", query: id };
  if (!message || !isPrivate(message.chat) || data === "") return [answered];
  const said: Item = {
    ...{ kind: "message", provider_id: `pressed:${id}`, at: Date.now(), recipient: bot, echo: false },
    ...{ sender: { ...senderOf(from), external_id: message.chat.id }, type: "text", text: data },
    meta: { button: idOf(message.chat, message.message_id), update },
  };
  return [answered, said];
}

function memberItems({ chat, new_chat_member }: z.infer<typeof Member>): Item[] {
  if (!isPrivate(chat)) return [];
  return [{ kind: "door", external_id: chat.id, closed: ["kicked", "left"].includes(new_chat_member.status) }];
}

function reactionItems({ chat, message_id, date, new_reaction }: z.infer<typeof Reaction>): Item[] {
  if (!isPrivate(chat)) return [];
  const text = new_reaction.map(({ emoji }) => emoji).join("");
  return [{ kind: "change", provider_id: idOf(chat, message_id), change: "reaction", text, at: date * 1000 }];
}
