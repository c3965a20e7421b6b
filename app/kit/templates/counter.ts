import { mergeFields, pieces } from "../../../rules/merge";
import { sayCounted, smsCount } from "../sms-count";

/** What an example recipient is called and owes, for the preview; another field shows its own name. */
const example: Record<string, string> = {
  first_name: "Amina",
  last_name: "Odhiambo",
  name: "Amina Odhiambo",
  phone: "+254722000001",
};

/** "98 of 160, 1 part, GSM-7, plus 2 merge fields": how an SMS of this text counts before its fields are filled. */
export function sayCount(body: string): string {
  const counted = smsCount(body);
  return `${counted.used} of ${counted.room}, ${sayCounted(counted)}`;
}

/** The text as one person would get it. */
export function textPreview(body: string): string {
  return pieces(body)
    .map((piece) =>
      typeof piece === "string" ? piece : (example[piece.field] ?? piece.fallback ?? `[${piece.field}]`),
    )
    .join("");
}

/** Fields of the text that no group of the account knows: they would stay empty for everybody. */
export function unknownFields(body: string, known: readonly string[]): string[] {
  const all = new Set([...Object.keys(example), ...known]);
  return mergeFields(body).filter((field) => !all.has(field));
}

/** The merge fields on offer: what every contact has, then what the groups' files gave. */
export function fieldsOnOffer(groups: readonly { field_names: readonly string[] }[]): string[] {
  return [...new Set(["first_name", "name", "phone", ...groups.flatMap((group) => group.field_names)])];
}

/** What was posted for a text: a list of several is none. */
export function postedText(given: unknown): string {
  return typeof given === "string" ? given : "";
}
