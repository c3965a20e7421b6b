import type { createEncoder } from "wasm-media-encoders";

type Encoder = Awaited<ReturnType<typeof createEncoder<"audio/mpeg">>>;

/** Bytes after which what was encoded goes to the spool: 5 s of sound are lost when the computer dies, not the call. */
const partBytes = 20_000;

/** Makes an mp3 of samples: mono, 32 kbit/s, 4 kB a second. Hands it on in pieces. */
export function mp3Pieces(encoder: Encoder, sampleRate: number, handOn: (piece: Blob) => void) {
  encoder.configure({ channels: 1, sampleRate, bitrate: 32 });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let total = 0;

  function add(encoded: Uint8Array): void {
    if (encoded.length === 0) return;
    // The encoder writes its next bytes over these.
    parts.push(encoded.slice() as Uint8Array<ArrayBuffer>);
    size += encoded.length;
    total += encoded.length;
    if (size >= partBytes) flush();
  }
  function flush(): void {
    if (size === 0) return;
    handOn(new Blob(parts));
    parts = [];
    size = 0;
  }
  return {
    add: (samples: Float32Array) => add(encoder.encode([samples])),
    /** @returns how many bytes it has altogether */
    end(): number {
      add(encoder.finalize());
      flush();
      return total;
    },
  };
}
