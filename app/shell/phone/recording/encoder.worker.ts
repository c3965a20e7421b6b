import { createEncoder } from "wasm-media-encoders";
import mp3 from "wasm-media-encoders/wasm/mp3?url";
import { appendPart } from "./spool";

/** Bytes after which what was encoded goes to the spool: 5 s of sound are lost when the computer dies, not the call. */
const partBytes = 20_000;

export type EncoderStart = { callId: string; owner: string; sampleRate: number; tap: MessagePort };
export type EncoderEnd = { bytes: number } | { failed: string };

/** Makes an mp3 of what the tap hands on: mono, 32 kbit/s, 4 kB a second. */
async function encode({ callId, owner, sampleRate, tap }: EncoderStart): Promise<void> {
  const encoder = await createEncoder("audio/mpeg", mp3);
  encoder.configure({ channels: 1, sampleRate, bitrate: 32 });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let total = 0;
  /** One after the other, so that the parts stand in order. */
  let writing = Promise.resolve();

  function add(encoded: Uint8Array): void {
    if (encoded.length === 0) return;
    // The encoder writes its next bytes over these.
    parts.push(encoded.slice() as Uint8Array<ArrayBuffer>);
    size += encoded.length;
    total += encoded.length;
    if (size >= partBytes) write();
  }
  function write(): void {
    if (size === 0) return;
    const blob = new Blob(parts);
    parts = [];
    size = 0;
    writing = writing.then(() => appendPart({ callId, owner, at: Date.now(), blob }));
  }

  tap.onmessage = ({ data }: MessageEvent<{ samples?: Float32Array; end?: true }>) => {
    try {
      if (data.samples) add(encoder.encode([data.samples]));
      if (!data.end) return;
      add(encoder.finalize());
      write();
      void writing.then(
        () => end({ bytes: total }),
        (error) => end({ failed: String(error) }),
      );
    } catch (error) {
      end({ failed: String(error) });
    }
  };
}

function end(message: EncoderEnd): void {
  self.postMessage(message);
  self.close();
}

self.onmessage = ({ data }: MessageEvent<EncoderStart>) => {
  encode(data).catch((error) => end({ failed: String(error) }));
};
