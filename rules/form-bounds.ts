import { isStorable } from "./storable";

/**
 * What a posted form may be, before anything takes it apart: conform makes an array as long as an index in a name says,
 * walks as deep as a name has segments, and copies the values of one name with each that follows. The largest forms of
 * ours have 600 fields (a contact of 300), and 500 values under one name (a change of 500 tickets).
 */
export const formBounds = { fields: 1_000, name: 200, segments: 10, index: 999, bytes: 1_000_000 } as const;

/**
 * What is posted by someone who is not signed in is smaller: pages, and calls. A page of a survey has up to ten long
 * answers, and a letter of some alphabets takes nine bytes in a form.
 */
export const guestBytes = { page: 100_000, survey: 200_000, call: 64_000 } as const;

type Entry = readonly [name: string, value: unknown];

/** The pairs of a form's text, counted before it is parsed; undefined when no form of ours is like that. */
export function parsePairs(text: string): [string, string][] | undefined {
  if (isMore(text, "&", formBounds.fields - 1)) return undefined;
  const pairs = [...new URLSearchParams(text)];
  return isForm(pairs) ? pairs : undefined;
}

/** Whether a form of ours can have these fields, with text that can be kept. */
export function isForm(entries: readonly Entry[]): boolean {
  return (
    entries.length <= formBounds.fields &&
    entries.every(([name, value]) => isFieldName(name) && (typeof value !== "string" || isStorable(value)))
  );
}

/** A name that begins with two underscores is one of conform's own, whose value names fields and indexes as well. */
function isFieldName(name: string): boolean {
  if (name.length > formBounds.name || name.startsWith("__") || !isStorable(name)) return false;
  const segments = name.split(/[.[]/);
  return segments.length <= formBounds.segments && segments.every((segment) => !isPast(segment));
}

/** An index behind the last one: `99999]`. */
function isPast(segment: string): boolean {
  const index = /^\s*(\d+)\s*\]/.exec(segment)?.[1];
  return index !== undefined && Number(index) > formBounds.index;
}

/** Whether `part` is in the text more than `most` times; it is not read further then. */
export function isMore(text: string, part: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(part, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** The bytes, or undefined when there are more than `most`: they are not read further then. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return joined(pieces, length);
    length += value.byteLength;
    if (length > most) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
