import { withFooter } from "../../rules/keywords";
import { pieces } from "../../rules/merge";
import { messageText, segment } from "../../rules/segments";
import { sampleLink, withShortLinks } from "../../rules/short-links";

/** What a sender does to a text: `links` is what its short links begin with. */
export type SenderText = { footer?: string; links?: string | null };

export type SmsCount = {
  /** Septets or 16-bit units used, and the room of as many parts; an extension character takes two. */
  used: number;
  room: number;
  parts: number;
  encoding: "GSM-7" | "UCS-2";
  /** Merge fields: what they become is counted with the cost, recipient by recipient. */
  fields: number;
};

/**
 * The text that everyone gets: what is typed without its merge fields, with short links where the account has them and
 * the footer that its sender adds.
 */
export function fixedText(body: string, { footer = "", links = null }: SenderText = {}): string {
  const written = links === null ? body : withShortLinks(body, links, () => sampleLink(links));
  const fixed = pieces(messageText(written).trim()).map((piece) =>
    typeof piece === "string" ? piece : (piece.fallback ?? ""),
  );
  return withFooter(fixed.join(""), footer);
}

/** How a message as it is typed counts, before its merge fields are filled. */
export function smsCount(body: string, sender: SenderText = {}): SmsCount {
  const { parts, perPart, left, encoding } = segment(fixedText(body, sender));
  const room = Math.max(1, parts) * perPart;
  const fields = pieces(body).filter((piece) => typeof piece !== "string").length;
  return { used: room - left, room, parts, encoding, fields };
}

/** "1 part, GSM-7", "2 parts, UCS-2, plus 3 merge fields": what stands behind "152 of 160". */
export function sayCounted({ parts, encoding, fields }: SmsCount): string {
  const words = parts === 0 ? [encoding] : [`${parts} ${parts === 1 ? "part" : "parts"}`, encoding];
  if (fields > 0) words.push(`plus ${fields} merge ${fields === 1 ? "field" : "fields"}`);
  return words.join(", ");
}
