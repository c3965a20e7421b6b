import { z } from "zod";
import type { Media } from "./message";

const Payload = z
  .looseObject({
    url: z.string().max(4_000).optional(),
    title: z.string().max(2_000).optional(),
    sticker_id: z.union([z.number(), z.string()]).optional(),
    coordinates: z.looseObject({ lat: z.number(), long: z.number() }).optional(),
  })
  .nullish();
const Attachment = z.looseObject({
  type: z.string().max(60),
  title: z.string().max(2_000).nullish(),
  url: z.string().max(4_000).nullish(),
  payload: Payload,
});
type Attachment = z.infer<typeof Attachment>;

/** What stands in one bubble: words, a file, or neither where it can't be shown. */
export type MessengerPart = { text: string; media?: Media };

/** The usual names and types; the bytes decide when they are here. */
const files = new Map<string, readonly [name: string, type: string]>(
  Object.entries({
    image: ["photo.jpg", "image/jpeg"],
    sticker: ["sticker.png", "image/png"],
    audio: ["voice.mp4", "audio/mp4"],
    video: ["video.mp4", "video/mp4"],
    file: ["document", ""],
  } as const),
);
/** Messenger's own thumb in its three sizes. */
const thumbs = new Set(["369239263222822", "369239343222814", "369239383222810"]);
/** What is shared from elsewhere: its name and its address are all there is. */
const shared = new Set(["fallback", "share", "template", "reel", "ig_reel", "post", "ig_post", "story_mention"]);

/** The bubbles of a message. A part that is not understood is one without words: a placeholder, never nothing (M6). */
export function messengerParts(text: string, attachments: readonly unknown[]): MessengerPart[] {
  const read = attachments.map((one) => Attachment.safeParse(one).data);
  // While Meta changes over, a sticker comes twice: as one, and as a picture.
  const stickers = read.some((one) => one?.type === "sticker");
  const meant = read.filter((one) => !(stickers && one?.type === "image" && one.payload?.sticker_id !== undefined));
  const parts = meant.map((one) => (one ? partOf(one, text) : { text: "" }));
  if (text === "") return parts.length > 0 ? parts : [{ text: "" }];
  const [first, ...rest] = parts;
  if (first?.media) return [{ ...first, text }, ...rest];
  // What a typed link leads to comes along as a part of its own: it was one message, and is one bubble.
  const links = meant.map((one) => one?.type === "fallback");
  const previews = parts.filter((_, n) => links[n]).map((part) => part.text);
  const others = parts.filter((part, n) => !links[n] && (part.text !== "" || part.media || !stickers));
  return [{ text: [text, ...previews].filter(Boolean).join("\n") }, ...others];
}

function partOf({ type, title, url, payload }: Attachment, said: string): MessengerPart {
  const address = payload?.url ?? url ?? "";
  const sticker = payload?.sticker_id === undefined ? "" : String(payload.sticker_id);
  if (thumbs.has(sticker)) return { text: "👍" };
  const usual = files.get(sticker ? "sticker" : type);
  if (usual && address) return { text: "", media: mediaOf(address, usual) };
  if (sticker) return { text: "Sticker" };
  const at = payload?.coordinates;
  if (at) return { text: `Location: https://maps.google.com/?q=${at.lat},${at.long}` };
  if (type === "appointment_booking") return { text: "An appointment was booked on the page." };
  if (!shared.has(type)) return { text: "" };
  // A link that was typed is in the text; Facebook's own address for it is not what was typed.
  const typed = said.includes(address) || (type === "fallback" && /https?:\/\//i.test(said));
  const shown = [title ?? payload?.title ?? "", typed ? "" : address].filter((one) => one !== "");
  return { text: shown.join("\n") };
}

function mediaOf(address: string, [name, type]: readonly [string, string]): Media {
  return { id: address, name: named(address) ?? name, type, bytes: null };
}

/** The last part of the address where it is a file's name. */
function named(address: string): string | undefined {
  try {
    const last = decodeURIComponent(new URL(address).pathname.split("/").at(-1) ?? "");
    return /^[^\\/\p{Cc}]{1,120}\.\w{2,5}$/u.test(last) ? last : undefined;
  } catch {
    return undefined;
  }
}
