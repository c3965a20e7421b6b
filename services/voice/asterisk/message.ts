import { setImmediate } from "node:timers/promises";
import { createMp3Encoder } from "wasm-media-encoders";
import type { RecordedMessage } from "../flows/driver";

/** Samples that are encoded at a time: others have their turn in between. */
const atOnce = 40_000;

/** A recording of Asterisk (a wav with one channel of 16 bits) as an mp3; undefined where there is no sound in it. */
export async function messageFromWav(wav: Uint8Array): Promise<RecordedMessage | undefined> {
  const sound = readWav(wav);
  if (!sound || sound.samples.length === 0) return undefined;
  const { rate, samples } = sound;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rate, channels: 1, bitrate: rate > 16_000 ? 64 : 32 });
  const parts: Buffer[] = [];
  for (let at = 0; at < samples.length; at += atOnce) {
    const part = Float32Array.from(samples.subarray(at, at + atOnce), (sample) => sample / 32_768);
    // The encoder writes its next bytes over these.
    parts.push(Buffer.from(encoder.encode([part])));
    await setImmediate();
  }
  parts.push(Buffer.from(encoder.finalize()));
  return { bytes: new Uint8Array(Buffer.concat(parts)), seconds: samples.length / rate };
}

const rates = [8_000, 16_000, 32_000, 44_100, 48_000] as const;

/** The samples of a wav; undefined when it is another kind of file. A last piece that is cut off is taken as it is. */
function readWav(wav: Uint8Array): { rate: (typeof rates)[number]; samples: Int16Array } | undefined {
  const bytes = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength);
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE")
    return undefined;
  let rate: (typeof rates)[number] | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const from = at + 8;
    const to = Math.min(bytes.length, from + bytes.readUInt32LE(at + 4));
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
