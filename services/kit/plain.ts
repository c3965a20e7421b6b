/**
 * Text that PostgreSQL can hold and a list can show: no U+0000 and no halves of surrogate pairs, and other control
 * characters, which would break lists and exports, as blanks.
 */
export function plain(text: string): string {
  return /\p{Cc}|\p{Surrogate}/u.test(text)
    ? text
        .replaceAll("\0", "")
        .replace(/\p{Cc}+/gu, " ")
        .replace(/\p{Surrogate}/gu, "\ufffd")
    : text;
}
