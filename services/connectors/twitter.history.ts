import { z } from "zod";
import type { Item } from "./message";
import { Entities, writtenText } from "./twitter.text";

const id = z.string().regex(/^\d{1,25}$/);
const Event = z.object({
  id,
  event_type: z.string(),
  text: z.string().default(""),
  created_at: z.string(),
  sender_id: id,
  attachments: z.object({ media_keys: z.array(z.string()).default([]) }).optional(),
  entities: Entities.optional(),
});
const Media = z.object({
  media_key: z.string(),
  type: z.string().default(""),
  url: z.string().default(""),
  preview_image_url: z.string().default(""),
});
const User = z.object({ id, name: z.string().default(""), username: z.string().default("") });
const Found = z.object({
  data: z.array(z.unknown()).default([]),
  includes: z.object({ media: z.array(z.unknown()).default([]), users: z.array(z.unknown()).default([]) }).optional(),
});

const each = <S extends z.ZodType>(shape: S, given: readonly unknown[] = []) =>
  given.flatMap((one) => shape.safeParse(one).data ?? []);

/** Direct messages with one user, oldest first; a bad one is left out. */
export function readDmHistory(body: unknown, own: { id: string; shown: string }, user: string): Item[] {
  const found = Found.safeParse(body).data;
  const media = each(Media, found?.includes?.media);
  const who = each(User, found?.includes?.users).find((one) => one.id === user);
  const name = who ? shownUser(who.name, who.username) : "";
  return each(Event, found?.data)
    .filter(({ event_type, created_at }) => event_type === "MessageCreate" && !Number.isNaN(Date.parse(created_at)))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map((event): Item => {
      const picture = media.find(({ media_key }) => event.attachments?.media_keys.includes(media_key));
      const shortened = picture ? (event.entities?.urls.at(-1)?.url ?? "") : "";
      return dmItem({
        ...{ id: event.id, at: Date.parse(event.created_at), user, name, recipient: own.shown },
        echo: event.sender_id === own.id,
        text: writtenText({ text: event.text, urls: event.entities?.urls ?? [] }, [shortened]),
        picture: picture && { url: picture.url || picture.preview_image_url, type: picture.type },
      });
    });
}

/** A person as agents see them: "Wanjiru (@wanjiru)". */
export function shownUser(name: string, username: string): string {
  const plain = name.trim();
  if (!username) return plain.slice(0, 200);
  return plain ? `${plain.slice(0, 150)} (@${username})` : `@${username}`;
}

type DirectMessage = {
  id: string;
  at: number;
  user: string;
  name: string;
  recipient: string;
  echo: boolean;
  text: string;
  picture: { url: string; type: string } | undefined;
};

/** A direct message, however it was told of. */
export function dmItem({ id: event, at, user, name, recipient, echo, text, picture }: DirectMessage): Item {
  const media = picture?.url ? { media: pictureFile(picture) } : {};
  return {
    ...{ kind: "message", provider_id: `dm:${event}`, at, recipient, echo, meta: {}, ...media },
    sender: { external_id: user, aliases: [], name, msisdn: "", language: "" },
    type: text || picture?.url ? "text" : "unsupported",
    text: text.slice(0, 25_000),
  };
}

/** A film is told of by its first picture. */
export function pictureFile({ url, type }: { url: string; type: string }) {
  const name = type === "video" || type === "animated_gif" ? `${type}.jpg` : "photo.jpg";
  return { id: url, name, type: "image/jpeg", bytes: null };
}
