import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { mp3Pieces } from "../../app/shell/phone/recording/mp3";
import { mp3Bitrate } from "../../services/voice/recordings/mp3";

test.each([48_000, 44_100, 16_000])(
  "a recording at %i Hz is an mp3 of its length, in pieces that follow each other",
  async (rate) => {
    const pieces: Blob[] = [];
    const mp3 = mp3Pieces(await createMp3Encoder(), rate, (piece) => void pieces.push(piece));
    const seconds = 12;
    for (let at = 0; at < seconds * rate; at += 4096) {
      const samples = new Float32Array(Math.min(4096, seconds * rate - at));
      for (let i = 0; i < samples.length; i++) samples[i] = 0.4 * Math.sin((2 * Math.PI * 440 * (at + i)) / rate);
      mp3.add(samples);
    }
    const total = mp3.end();
    expect(pieces.length).toBeGreaterThan(1);
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    expect(bytes.length).toBe(total);
    // As the service reads it, which refuses anything else.
    const kilobits = mp3Bitrate(bytes);
    expect(kilobits).toBe(32);
    expect(Math.abs((bytes.length * 8) / 32_000 - seconds)).toBeLessThan(0.5);
  },
);
