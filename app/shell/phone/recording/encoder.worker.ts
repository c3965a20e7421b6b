import { createEncoder } from "wasm-media-encoders";
import program from "wasm-media-encoders/wasm/mp3?url";
import { mp3Pieces } from "./mp3";
import { appendPart } from "./spool";

export type EncoderStart = { callId: string; owner: string; sampleRate: number; tap: MessagePort };
export type EncoderEnd = { bytes: number } | { failed: string };

/** Makes an mp3 of what the tap hands on, and keeps its pieces in the spool. */
async function encode({ callId, owner, sampleRate, tap }: EncoderStart): Promise<void> {
  /** One after the other, so that the pieces stand in order. */
  let writing = Promise.resolve();
  const mp3 = mp3Pieces(await createEncoder("audio/mpeg", program), sampleRate, (blob) => {
    writing = writing.then(() => appendPart({ callId, owner, at: Date.now(), blob }));
  });
  tap.onmessage = ({ data }: MessageEvent<{ samples?: Float32Array; end?: true }>) => {
    try {
      if (data.samples) mp3.add(data.samples);
      if (!data.end) return;
      const bytes = mp3.end();
      void writing.then(
        () => end({ bytes }),
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
