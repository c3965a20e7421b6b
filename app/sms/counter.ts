import { carrierFooter, withFooter } from "../../rules/keywords";
import { pieces } from "../../rules/merge";
import { messageText, segment } from "../../rules/segments";

export type Counted = {
  /** Septets or 16-bit units used, and the room of as many parts; an extension character takes two. */
  used: number;
  room: number;
  parts: number;
  encoding: "GSM-7" | "UCS-2";
  /** Merge fields: what they become is counted with the cost, recipient by recipient. */
  fields: number;
};

/** How a message as it is typed counts, before its merge fields are filled; a promotional one with its footer. */
export function countOf(body: string, promotional: boolean): Counted {
  const read = pieces(messageText(body).trim());
  const fixed = read.map((piece) => (typeof piece === "string" ? piece : (piece.fallback ?? ""))).join("");
  const { parts, perPart, left, encoding } = segment(promotional ? withFooter(fixed, carrierFooter) : fixed);
  const room = Math.max(1, parts) * perPart;
  return { used: room - left, room, parts, encoding, fields: read.filter((piece) => typeof piece !== "string").length };
}

/** "1 part, GSM-7", "2 parts, UCS-2, plus 3 merge fields": what stands behind "152 of 160". */
export function sayCounted({ parts, encoding, fields }: Counted): string {
  const words = [`${parts} ${parts === 1 ? "part" : "parts"}`, encoding];
  if (fields > 0) words.push(`plus ${fields} merge ${fields === 1 ? "field" : "fields"}`);
  return words.join(", ");
}
