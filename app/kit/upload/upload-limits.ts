const megabyte = 1024 * 1024;

/** Bytes of one contact file; what the messaging service takes (a test holds the two together). */
export const maxBytes = 60 * megabyte;

/** Characters of pasted rows, some 20,000 rows: they pass through memory, a file does not. */
export const maxPasted = 800_000;

/** The file name that pasted rows get. */
export const pastedName = "Pasted rows";

/** "1.2 MB", "640 kB" */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < megabyte) return `${Math.round(bytes / 1024)} kB`;
  return `${Number((bytes / megabyte).toFixed(1))} MB`;
}

/** Why a file of this size cannot be sent, before it is. */
export function tooBig(bytes: number): string | undefined {
  if (bytes <= maxBytes) return undefined;
  return `The file has ${size(bytes)}; at most ${size(maxBytes)} can be sent. Split it into smaller files.`;
}
