import { z } from "zod";
import type { Item } from "./message";
import { readPage } from "./messenger.events";

const Url = z.looseObject({ url: z.string() }).optional();
const File = z.looseObject({
  mime_type: z.string().default(""),
  image_data: Url,
  video_data: Url,
  file_url: z.string().optional(),
});
const Message = z.looseObject({
  id: z.string().min(1).max(300),
  created_time: z.string(),
  from: z.looseObject({ id: z.string() }),
  message: z.string().default(""),
  sticker: z.string().optional(),
  attachments: z.looseObject({ data: z.array(z.unknown()) }).optional(),
});
const Found = z.looseObject({
  data: z.array(z.looseObject({ messages: z.looseObject({ data: z.array(z.unknown()) }).optional() })),
});

/** What is asked of a conversation: Meta tells of the newest 20 messages. */
export const historyFields =
  "messages.limit(20){id,created_time,from,message,sticker,attachments{mime_type,image_data,video_data,file_url}}";

/** The messages of a conversation with one customer, oldest first, as if they came by webhook; a bad one is left out. */
export function readHistory(body: unknown, page: string, user: string): Item[] {
  const found = Found.safeParse(body).data?.data ?? [];
  const events = found
    .flatMap(({ messages }) => messages?.data ?? [])
    .flatMap((one) => Message.safeParse(one).data ?? [])
    .map((one) => eventOf(one, page, user))
    .filter(({ timestamp }) => Number.isFinite(timestamp))
    .sort((a, b) => a.timestamp - b.timestamp);
  return readPage({ object: "page", entry: [{ id: page, messaging: events }] }).items.map(({ item }) => item);
}

function eventOf(given: z.infer<typeof Message>, page: string, user: string) {
  const ours = given.from.id === page;
  const files = (given.attachments?.data ?? []).flatMap((one) => File.safeParse(one).data ?? []);
  const sticker = given.sticker ? [{ type: "sticker", payload: { url: given.sticker } }] : [];
  return {
    sender: { id: ours ? page : user },
    recipient: { id: ours ? user : page },
    timestamp: Date.parse(given.created_time),
    message: {
      ...{ mid: given.id, text: given.message, is_echo: ours },
      attachments: [...files.map(attachmentOf), ...sticker],
    },
  };
}

function attachmentOf({ mime_type, image_data, video_data, file_url }: z.infer<typeof File>) {
  const url = image_data?.url ?? video_data?.url ?? file_url;
  const type = image_data ? "image" : video_data ? "video" : mime_type.startsWith("audio/") ? "audio" : "file";
  return { type, payload: { url } };
}
