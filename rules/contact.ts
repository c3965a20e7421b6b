/** Characters of a contact's name, of its email address (RFC 5321) and of one merge field, whichever way they come in. */
export const maxName = 200;
export const maxEmail = 254;
export const maxValue = 1000;
/** Characters of an SMS, before it is merged. */
export const maxMessage = 1600;

/** The first `most` characters, with no half of a surrogate pair at the end. */
export function cutTo(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, "") : text;
}
