import { HttpError } from "../../kit/serve";

/** A name on one line that PostgreSQL can hold and a mail's subject can carry. */
export function oneLine(text: string): string {
  return text
    .replaceAll("\0", "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim();
}

/** The same for a name that must say something. @throws HttpError 422 on the field */
export function named(text: string, field: string, words: string): string {
  const name = oneLine(text);
  if (name === "") throw new HttpError(422, words, { [field]: [words] });
  return name;
}

/** Names with commas and a last "and". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
