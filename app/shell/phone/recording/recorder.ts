import { phoneApi } from "../phone-api";
import type { EncoderEnd, EncoderStart } from "./encoder.worker";
import EncoderWorker from "./encoder.worker?worker";
import { dropRecording, listWaiting, readRecording } from "./spool";
import tapUrl from "./tap.worklet.js?url";

/** Milliseconds before each try to send a recording. */
const waits = [0, 5_000, 20_000];
/** Two voices at full volume are not more than one. */
const half = 0.5;

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** Records both sides of a call as one mp3, in a thread of its own, into the spool. */
export async function startRecorder(
  call: { callId: string; owner: string },
  local: MediaStreamTrack,
  remote: MediaStream,
) {
  const context = new AudioContext();
  await context.audioWorklet.addModule(tapUrl);
  const tap = new AudioWorkletNode(context, "call-tap", { channelCount: 1, channelCountMode: "explicit" });
  // Connected, so that it is run; it plays nothing.
  tap.connect(context.destination);
  const listen = (stream: MediaStream) => {
    const source = context.createMediaStreamSource(stream);
    const gain = new GainNode(context, { gain: half });
    source.connect(gain).connect(tap);
    return () => {
      source.disconnect();
      gain.disconnect();
    };
  };
  let stopLocal = listen(new MediaStream([local]));
  listen(remote);
  const worker = new EncoderWorker();
  const { port1, port2 } = new MessageChannel();
  const ended = new Promise<EncoderEnd>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<EncoderEnd>) => resolve(data);
    worker.onerror = () => resolve({ failed: "the encoder failed" });
  });
  const start: EncoderStart = { ...call, sampleRate: context.sampleRate, tap: port2 };
  worker.postMessage(start, [port2]);
  tap.port.postMessage({ encoder: port1 }, [port1]);
  await context.resume();

  return {
    /** Another microphone is in use. */
    retap(track: MediaStreamTrack) {
      stopLocal();
      stopLocal = listen(new MediaStream([track]));
    },
    /** Silence while card numbers are said. */
    pause: (paused: boolean) => tap.port.postMessage({ paused }),
    /** Whether all of it is in the spool. */
    async stop(): Promise<boolean> {
      tap.port.postMessage({ end: true });
      const end = await ended;
      await context.close();
      return "bytes" in end && end.bytes > 0;
    },
  };
}

/** Sends a recording from the spool; it stays there until the server has it, or says that it never will. */
export async function sendRecording(callId: string): Promise<boolean> {
  for (const wait of waits) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const recording = await readRecording(callId);
    if (recording.size === 0) return false;
    const answer = await phoneApi.saveRecording(callId, recording);
    const never = !answer.ok && answer.status >= 400 && answer.status < 500 && ![401, 408, 429].includes(answer.status);
    if (answer.ok || never) {
      await dropRecording(callId);
      return answer.ok;
    }
  }
  return false;
}

/** What an earlier page could not send, because it was closed or the network was gone. */
export async function sendWaiting(owner: string, now: number): Promise<void> {
  for (const callId of await listWaiting(owner, now)) await sendRecording(callId);
}
