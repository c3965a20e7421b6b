import { createMp3Encoder } from "wasm-media-encoders";
import type { AnsweredBy, MachineAction } from "../rules/answering-machines";
import type { DialResult } from "../rules/robocalls";
import type { CallDriver, CallerEvent, RecordedMessage } from "../services/voice/flows/driver";
import type { DiallingDriver } from "../services/voice/robocalls/driver";
import { type Behaviour, phoneBehaviour, pressedKey } from "./pbx-behaviour";
import { decodeSample, toneAt } from "./pcmu";

/** A customer whose call goes through a flow, as the sandbox's page shows it. */
export type FlowCaller = {
  /** What they have heard, and the keys that they have pressed. */
  heard: string[];
  /** The files that were played to them. */
  sounds: PlayedFile[];
  pressed: string;
  /** Whether they may leave a message now. */
  records: boolean;
};

/** A sound that was played: bytes of its file, and their SHA-256 in hexadecimal. */
export type PlayedFile = { bytes: number; sha256: string };

/** Somebody whom the exchange called. */
export type DialledCall = FlowCaller & {
  to: string;
  from: string;
  since: number;
  result: DialResult | "";
  /** Whether it was found out that an answering machine took the call. */
  isMachine: boolean;
};

type FlowLine = {
  /** Whom the exchange called, where it placed the call. */
  dialled?: string;
  caller: FlowCaller;
  tell(event: CallerEvent): void;
  /** Ends what goes on. */
  stops: Set<() => void>;
  speak?: ((seconds: number) => void) | undefined;
};

export type FlowExchangeParts = {
  /** Rings an extension for a caller; false: it was not answered, or `stopped` was called first. */
  ringExtension(call: string, exten: string, headers: readonly string[], ms: number): Promise<boolean>;
  /** Rings an extension for somebody whom the exchange called; `gone` is called when their talk is over. */
  ringForDialled(
    call: { reference: string; number: string },
    exten: string,
    headers: readonly string[],
    ms: number,
    gone: () => void,
  ): Promise<boolean>;
  stopRinging(call: string): void;
  isReachable(exten: string): boolean;
  /** The file of a sound by its link; undefined where it can't be had. */
  fetchSound(url: string): Promise<PlayedFile | undefined>;
  /** The caller talks with somebody outside, or the call is over. */
  connected(call: string): void;
  over(call: string): void;
};

const newCaller = (): FlowCaller => ({ heard: [], sounds: [], pressed: "", records: false });

/** Calls that the exchange placed and that are still shown. */
const maxPlaced = 50;

/** The last calls that the exchange placed, newest first. */
function placedCalls() {
  const placed: DialledCall[] = [];
  return {
    all: (): readonly DialledCall[] => placed,
    add(to: string, from: string): DialledCall {
      const call: DialledCall = { ...newCaller(), to, from, since: Date.now(), result: "", isMachine: false };
      placed.unshift(call);
      placed.length = Math.min(maxPlaced, placed.length);
      return call;
    },
  };
}

/** Milliseconds that a sound takes, and that somebody outside takes to answer. */
const soundMs = 1_200;
const answerMs = 1_500;
const briefMs = 5_000;
/** Milliseconds until it is known who answered, and that an answering machine's greeting takes then. */
const detectMs = 700;
const greetingMs = 2_000;

/** How a phone that is not answered says so. */
const refusals: Partial<Record<Behaviour, Exclude<DialResult, "answered">>> = {
  busy: "busy",
  silent: "no_answer",
  unknown: "failed",
  declines: "busy",
};

/**
 * The sandbox's exchange as flows see it. Sounds are shown on the page and take a moment; who is rung is rung over SIP;
 * a message is a tone of the length that the customer speaks for.
 */
export function flowExchange(parts: FlowExchangeParts) {
  const lines = new Map<string, FlowLine>();
  const placed = placedCalls();

  const pause = (call: string, ms: number) => waitOn(lines.get(call), ms);

  const stop = (call: string) => {
    const line = lines.get(call);
    for (const one of [...(line?.stops ?? [])]) one();
    parts.stopRinging(call);
  };

  const drop = (call: string) => {
    stop(call);
    lines.delete(call);
  };

  const driver: CallDriver = {
    answer: async () => undefined,
    async play(call, { name, words, url }) {
      const caller = lines.get(call)?.caller;
      caller?.heard.push(words || name);
      void parts.fetchSound(url).then((file) => file && caller?.sounds.push(file));
      await pause(call, soundMs);
    },
    async announce(call, place) {
      lines.get(call)?.caller.heard.push(`You are number ${place} in the queue.`);
      await pause(call, soundMs);
    },
    hold: async () => undefined,
    async ring(call, { to, seconds, headers }) {
      const line = lines.get(call);
      if (line?.dialled !== undefined) {
        const gone = () => {
          lines.delete(call);
          line.tell({ type: "gone" });
        };
        return parts.ringForDialled({ reference: call, number: line.dialled }, to, headers, seconds * 1_000, gone);
      }
      if (/^\d{2,6}$/.test(to)) return parts.ringExtension(call, to, headers, seconds * 1_000);
      const behaviour = phoneBehaviour(to);
      const answers = !["busy", "silent", "unknown", "declines"].includes(behaviour);
      const whole = await pause(call, behaviour === "silent" ? seconds * 1_000 : answerMs);
      if (whole && answers) parts.connected(call);
      return whole && answers;
    },
    isReachable: parts.isReachable,
    record: async (call, seconds) => {
      const line = lines.get(call);
      return line && recordMessage(line, seconds);
    },
    stop: async (call) => stop(call),
    async hangUp(call) {
      drop(call);
      parts.over(call);
    },
  };

  const dialling: DiallingDriver = {
    ...driver,
    async dial({ reference, from, to, ringSeconds, onMachine }, tell) {
      const behaviour = phoneBehaviour(to);
      const caller = placed.add(to, from);
      lines.set(reference, { dialled: to, caller, tell, stops: new Set() });
      await pause(reference, behaviour === "silent" ? ringSeconds * 1_000 : answerMs);
      const refusal = refusals[behaviour];
      caller.result = refusal ?? "answered";
      if (refusal) {
        lines.delete(reference);
        return { result: refusal };
      }
      const line = () => lines.get(reference);
      const by = await findAnswerer(line(), behaviour, onMachine);
      caller.isMachine = by === "machine";
      actLater(to, line, () => drop(reference));
      return { result: "answered", by };
    },
  };

  return {
    driver,
    dialling,
    placed: placed.all,
    begin(call: string, tell: FlowLine["tell"]): void {
      lines.set(call, { caller: newCaller(), tell, stops: new Set() });
    },
    caller: (call: string) => lines.get(call)?.caller,
    press(call: string, key: string): void {
      const line = lines.get(call);
      if (!line) return;
      line.caller.pressed += key;
      line.tell({ type: "key", key });
    },
    /** The customer speaks for so many seconds and hangs up. */
    speak: (call: string, seconds: number) => lines.get(call)?.speak?.(seconds),
    /** The customer hangs up. False: no flow has the call. */
    leave(call: string): boolean {
      const line = lines.get(call);
      if (!line) return false;
      drop(call);
      line.tell({ type: "gone" });
      return true;
    },
    /** An agent has the call now. */
    release: (call: string) => void lines.delete(call),
  };
}

/** Waits so many milliseconds, unless what goes on is ended: then false. */
function waitOn(line: FlowLine | undefined, ms: number): Promise<boolean> {
  if (!line) return Promise.resolve(false);
  return new Promise((resolve) => {
    const done = (whole: boolean) => {
      clearTimeout(timer);
      line.stops.delete(stop);
      resolve(whole);
    };
    const stop = () => done(false);
    const timer = setTimeout(() => done(true), ms);
    line.stops.add(stop);
  });
}

/** A message of so many seconds at most: the customer speaks, or nothing is said. */
function recordMessage(line: FlowLine, seconds: number): Promise<RecordedMessage | undefined> {
  return new Promise((resolve, reject) => {
    const done = (spoken: number) => {
      clearTimeout(timer);
      Object.assign(line, { speak: undefined });
      line.stops.delete(nothing);
      line.caller.records = false;
      if (spoken === 0) resolve(undefined);
      else spokenMessage(spoken).then(resolve, reject);
    };
    const nothing = () => done(0);
    const timer = setTimeout(nothing, seconds * 1_000);
    line.stops.add(nothing);
    line.speak = done;
    line.caller.records = true;
  });
}

/** Looks at who answered, where it matters, and waits for the end of a machine's greeting. */
async function findAnswerer(
  line: FlowLine | undefined,
  behaviour: Behaviour,
  onMachine: MachineAction,
): Promise<AnsweredBy> {
  if (onMachine === "off") return "unknown";
  await waitOn(line, detectMs);
  if (behaviour !== "machine") return "person";
  if (onMachine === "leave_message") await waitOn(line, greetingMs);
  return "machine";
}

/** What a customer who has answered does by themselves: presses a key, or hangs up. */
function actLater(number: string, line: () => FlowLine | undefined, leave: () => void): void {
  const key = pressedKey(number);
  if (!key && phoneBehaviour(number) !== "brief") return;
  const act = () => {
    const found = line();
    if (!key) leave();
    if (found && key) found.caller.pressed += key;
    found?.tell(key ? { type: "key", key } : { type: "gone" });
  };
  setTimeout(act, key ? 2 * soundMs : briefMs).unref();
}

const sampleRate = 8_000;

/** A tone of so many seconds as an mp3. */
async function spokenMessage(seconds: number): Promise<RecordedMessage> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 32 });
  const samples = Float32Array.from(toneAt(0, seconds * sampleRate), (byte) => decodeSample(byte) / 32_768);
  // The encoder writes its next bytes over these.
  const sound = Buffer.from(encoder.encode([samples]));
  const bytes = new Uint8Array(Buffer.concat([sound, Buffer.from(encoder.finalize())]));
  return { bytes, seconds };
}
