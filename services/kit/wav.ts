const rates = [8_000, 16_000, 32_000, 44_100, 48_000] as const;

/** A sound with one channel of 16 bits. */
export type WavSound = { rate: (typeof rates)[number]; samples: Int16Array };

/** Lengths that are written before the length is known: such a piece goes on to the end. */
const unknownLengths = [0, 0x7fff_ffff, 0xffff_ffff];

/**
 * The sound in a wav with one channel of 16 bits; undefined when it is another kind of file. A last piece that is cut off
 * is taken as it is.
 */
export function readWav(wav: Uint8Array): WavSound | undefined {
  const bytes = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength);
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE")
    return undefined;
  let rate: WavSound["rate"] | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const from = at + 8;
    const length = bytes.readUInt32LE(at + 4);
    const isOpen = name === "data" && unknownLengths.includes(length);
    const to = isOpen ? bytes.length : Math.min(bytes.length, from + length);
    if (name === "fmt " && to - from >= 16) {
      const isPlain = bytes.readUInt16LE(from) === 1 && bytes.readUInt16LE(from + 2) === 1;
      const hertz = bytes.readUInt32LE(from + 4);
      if (isPlain && bytes.readUInt16LE(from + 14) === 16) rate = rates.find((one) => one === hertz);
    }
    if (name === "data" && rate) {
      const samples = new Int16Array((to - from) >> 1);
      for (const index of samples.keys()) samples[index] = bytes.readInt16LE(from + index * 2);
      return { rate, samples };
    }
    // Pieces begin at even places.
    at = to + ((to - from) & 1);
  }
  return undefined;
}
