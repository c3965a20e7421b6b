import type { WebSocket } from "ws";
import { decodeSample, toneAt } from "./pcmu";

export type FakeChannel = {
  id: string;
  name: string;
  state: "Down" | "Ring" | "Ringing" | "Up";
  caller: { name: string; number: string };
  connected: { name: string; number: string };
  accountcode: string;
  dialplan: { context: string; exten: string; priority: number; app_name: string; app_data: string };
  creationtime: string;
  language: string;
};
/** A channel, and what the sandbox knows of it besides. */
export type FakeLeg = {
  channel: FakeChannel;
  isInApp: boolean;
  /** Whether the application is told of its end although it is not in it. */
  isSubscribed: boolean;
  endpoint: string;
  variables: Record<string, string>;
  args: string[];
  onMusic: boolean;
  timer?: NodeJS.Timeout;
};
type FakePlayback = { id: string; media: string; channel: string; timer: NodeJS.Timeout };
type FakeRecording = { name: string; format: string; channel: string; terminateOn: string; timer: NodeJS.Timeout };

export type FakeState = {
  app: string;
  legs: Map<string, FakeLeg>;
  bridges: Map<string, { id: string; channels: string[] }>;
  playbacks: Map<string, FakePlayback>;
  live: Map<string, FakeRecording>;
  stored: Map<string, Buffer>;
  endpoints: Map<string, "online" | "offline">;
  subscriptions: Set<string>;
  send(event: { type: string; [name: string]: unknown }): void;
  finishPlayback(id: string, state?: "done" | "failed"): void;
  finishRecording(name: string, seconds: number): void;
  isListening(): boolean;
  /** Ends a channel, with all that it does. @param cause of ITU-T Q.850; 16 is normal */
  destroy(id: string, cause?: number): void;
};

const causeTexts: Readonly<Record<number, string>> = {
  ...{ 1: "Unallocated (unassigned) number", 16: "Normal Clearing", 17: "User busy", 19: "User alerting, no answer" },
};

/** An Asterisk without calls, which tells these listeners what happens. */
export function fakeState(app: string, sockets: ReadonlySet<WebSocket>): FakeState {
  const state: FakeState = {
    app,
    ...{ legs: new Map(), bridges: new Map(), playbacks: new Map(), live: new Map(), stored: new Map() },
    ...{ endpoints: new Map(), subscriptions: new Set() },
    isListening: () => sockets.size > 0,
    send(event) {
      const text = JSON.stringify({ application: app, timestamp: new Date().toISOString(), ...event });
      for (const socket of sockets) socket.send(text);
    },
    finishPlayback(id, how = "done") {
      const playback = state.playbacks.get(id);
      if (!playback) return;
      clearTimeout(playback.timer);
      state.playbacks.delete(id);
      const { media, channel } = playback;
      state.send({
        type: "PlaybackFinished",
        playback: { id, media_uri: media, target_uri: `channel:${channel}`, language: "en", state: how },
      });
    },
    finishRecording(name, seconds) {
      const recording = state.live.get(name);
      if (!recording) return;
      clearTimeout(recording.timer);
      state.live.delete(name);
      state.stored.set(name, spokenWav(seconds));
      const { format, channel } = recording;
      const told = { name, format, target_uri: `channel:${channel}`, state: "done", duration: Math.round(seconds) };
      state.send({ type: "RecordingFinished", recording: told });
    },
    destroy(id, cause = 16) {
      const leg = state.legs.get(id);
      if (!leg) return;
      clearTimeout(leg.timer);
      for (const one of [...state.playbacks.values()]) if (one.channel === id) state.finishPlayback(one.id, "failed");
      for (const one of [...state.live.values()]) if (one.channel === id) state.finishRecording(one.name, 0);
      for (const bridge of state.bridges.values()) bridge.channels = bridge.channels.filter((one) => one !== id);
      state.legs.delete(id);
      if (leg.isInApp) state.send({ type: "StasisEnd", channel: leg.channel });
      const told = { cause, cause_txt: causeTexts[cause] ?? "Unknown", channel: leg.channel };
      if (leg.isInApp || leg.isSubscribed) state.send({ type: "ChannelDestroyed", ...told });
    },
  };
  return state;
}

export function newLeg(id: string, endpoint: string, from: string, exten: string): FakeLeg {
  return {
    channel: {
      ...{ id, name: `${endpoint}-00000001`, state: "Down", caller: { name: "", number: from } },
      ...{ connected: { name: "", number: "" }, accountcode: "", language: "en" },
      dialplan: { context: "incoming", exten, priority: 1, app_name: "", app_data: "" },
      creationtime: new Date().toISOString(),
    },
    ...{ isInApp: false, isSubscribed: true, endpoint, variables: {}, args: [], onMusic: false },
  };
}

const sampleRate = 8_000;

/** A tone as Asterisk writes a wav: 8,000 samples a second of 16 bits. */
function spokenWav(seconds: number): Buffer {
  const tone = toneAt(0, Math.round(seconds * sampleRate));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + tone.length * 2, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(tone.length * 2, 40);
  const samples = Buffer.alloc(tone.length * 2);
  for (const [index, byte] of tone.entries()) samples.writeInt16LE(decodeSample(byte), index * 2);
  return Buffer.concat([head, samples]);
}
