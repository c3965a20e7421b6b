/** Texts by number, in the order they were added. */
export type TextTable = { add(text: string): void; at(index: number): string | undefined; readonly size: number };

/** Bytes that are taken at once. */
const chunkBytes = 1024 * 1024;
/** The most that one text may have: a cell as far as it is read has far less. */
const maxBytes = 65_535;
const beyondLatin = /[^\0-\xff]/;

/**
 * Short texts by the million as bytes: as strings each one costs twice its letters, keeps alive the piece of the file
 * that it was cut from, and is looked at by every collection of garbage. A text of Latin letters has a byte for each.
 */
export function textTable(): TextTable {
  const chunks: Buffer[] = [];
  /** Where a text begins, doubled, plus one where its letters have two bytes. */
  let starts = new Uint32Array(1024);
  let lengths = new Uint16Array(1024);
  let size = 0;
  let end = 0;

  return {
    add(text) {
      const wide = beyondLatin.test(text);
      const bytes = wide ? text.length * 2 : text.length;
      if (bytes > maxBytes) throw new RangeError(`A text of ${bytes} bytes`);
      // No text stands in two chunks.
      if (chunks.length === 0 || (end % chunkBytes) + bytes > chunkBytes || end === chunks.length * chunkBytes) {
        end = chunks.length * chunkBytes;
        chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
      }
      chunks.at(-1)?.write(text, end % chunkBytes, wide ? "utf16le" : "latin1");
      if (size === starts.length) {
        const [oldStarts, oldLengths] = [starts, lengths];
        starts = new Uint32Array(size * 2);
        lengths = new Uint16Array(size * 2);
        starts.set(oldStarts);
        lengths.set(oldLengths);
      }
      starts[size] = end * 2 + (wide ? 1 : 0);
      lengths[size] = bytes;
      size++;
      end += bytes;
    },

    at(index) {
      const start = index < size ? starts[index] : undefined;
      if (start === undefined) return undefined;
      const from = (start >>> 1) % chunkBytes;
      const to = from + (lengths[index] ?? 0);
      return chunks[Math.floor((start >>> 1) / chunkBytes)]?.toString(start % 2 === 1 ? "utf16le" : "latin1", from, to);
    },

    get size() {
      return size;
    },
  };
}
