import { setImmediate } from "node:timers/promises";
import { createMp3Encoder } from "wasm-media-encoders";
import type { WavSound } from "../../kit/wav";

/** Samples that are encoded at a time: others have their turn in between. */
const atOnce = 40_000;

/** A sound as an mp3, with its seconds; undefined where there is nothing in it. */
export async function encodeMp3({
  rate,
  samples,
}: WavSound): Promise<{ bytes: Uint8Array<ArrayBuffer>; seconds: number } | undefined> {
  if (samples.length === 0) return undefined;
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
