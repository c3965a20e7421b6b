import { fieldsOf, pieces } from "../../../rules/merge";
import { messageText, segment } from "../../../rules/segments";

/** What an example recipient is called and owes, for the preview; another field shows its own name. */
const example: Record<string, string> = {
  first_name: "Amina",
  last_name: "Odhiambo",
  name: "Amina Odhiambo",
  phone: "+254722000001",
};

/** "98 of 160, 1 part, GSM-7, plus 2 merge fields": how an SMS of this text counts before its fields are filled. */
export function countOf(body: string): string {
  const cut = pieces(messageText(body).trim());
  const fixed = cut.map((piece) => (typeof piece === "string" ? piece : (piece.fallback ?? ""))).join("");
  const { parts, perPart, left, encoding } = segment(fixed);
  const room = Math.max(1, parts) * perPart;
  const fields = cut.filter((piece) => typeof piece !== "string").length;
  return [
    `${room - left} of ${room}`,
    ...(parts > 0 ? [`${parts} ${parts === 1 ? "part" : "parts"}`] : []),
    encoding,
    ...(fields > 0 ? [`plus ${fields} merge ${fields === 1 ? "field" : "fields"}`] : []),
  ].join(", ");
}

/** The text as one person would get it. */
export function previewOf(body: string): string {
  return pieces(body)
    .map((piece) =>
      typeof piece === "string" ? piece : (example[piece.field] ?? piece.fallback ?? `[${piece.field}]`),
    )
    .join("");
}

/** Fields of the text that no group of the account knows: they would stay empty for everybody. */
export function unknownFields(body: string, known: readonly string[]): string[] {
  const all = new Set([...Object.keys(example), ...known]);
  return fieldsOf(body).filter((field) => !all.has(field));
}

/** The merge fields on offer: what every contact has, then what the groups' files gave. */
export function fieldsOnOffer(groups: readonly { field_names: readonly string[] }[]): string[] {
  return [...new Set(["first_name", "name", "phone", ...groups.flatMap((group) => group.field_names)])];
}

/** What was posted for a text: a list of several is none. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}
