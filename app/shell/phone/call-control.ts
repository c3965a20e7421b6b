import { type Call, type CallInput, isLive, nextCall } from "../../../rules/call";
import { dialNumber, watchOut } from "../../../rules/dialling";
import type { createCallLog } from "./call-log";
import { endWords } from "./end-words";
import type { LineEvent, SipLine } from "./line";
import { closeMicrophone, findDevice, openMicrophone } from "./microphone";
import { type InitiatedCall, phoneApi } from "./phone-api";
import { type DialRequest, phoneClock, phoneStore } from "./phone-store";
import type { createSounds } from "./sounds";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Input = Without<CallInput, "id" | "at">;

export type CallParts = {
  line(): SipLine | undefined;
  log: ReturnType<typeof createCallLog>;
  sounds: Pick<ReturnType<typeof createSounds>, "play" | "stop">;
  /** The other side's voice: an element that stays in the page. */
  voice: HTMLAudioElement;
  onChange(before: Call | undefined, after: Call | undefined): void;
};

export type CallControl = ReturnType<typeof createCallControl>;

const microphoneRefused = {
  denied: "The browser does not let this page use the microphone. Allow it in the address bar, then try again.",
  missing: "No microphone was found. Plug one in, then try again.",
} as const;

/** What the person does with a call and what the line says of it, each an input of the one machine. */
export function createCallControl({ line, log, sounds, voice, onChange }: CallParts) {
  let stream: MediaStream | undefined;

  /** @param id of the call that it is about; the present one where nothing is said */
  function apply(input: Input, id = phoneStore.get().call?.sessionId ?? ""): boolean {
    const before = phoneStore.get().call;
    const now = phoneClock();
    const after = nextCall(before, { ...input, id, at: now } as CallInput);
    if (after === before) return false;
    const fresh = before?.sessionId !== after?.sessionId;
    phoneStore.set({ call: after });
    if (!fresh) log.changed(before, after, now);
    const rings = after?.state === "ringing";
    if (rings && before?.state !== "ringing") sounds.play(after.type === "inbound" ? "ring" : "ringback");
    if (!rings && before?.state === "ringing") sounds.stop();
    if (isLive(before) && !isLive(after)) {
      closeMicrophone(stream);
      stream = undefined;
      voice.srcObject = null;
    }
    onChange(fresh ? undefined : before, after);
    return true;
  }

  async function listen(): Promise<MediaStream | undefined> {
    const { chosen, inputs } = phoneStore.get().devices;
    const answer = await openMicrophone(findDevice(chosen.audioinput, inputs));
    if ("stream" in answer) {
      phoneStore.set({ microphone: "granted" });
      stream = answer.stream;
      return stream;
    }
    phoneStore.set({ microphone: answer.refused });
    phoneStore.notify("error", "Microphone blocked", microphoneRefused[answer.refused]);
    return undefined;
  }

  return {
    hear: (event: LineEvent) => hearLine(event, { apply, log, voice }),
    /** Whether the call is on its way; a 403 of the server means that nothing leaves the browser. */
    async dial({ phone, name, source }: DialRequest, prefix: string): Promise<boolean> {
      const dialled = dialNumber(phone);
      const present = line();
      if (!dialled.ok || prefix === "") {
        phoneStore.notify("warning", watchOut.title, watchOut.message);
        return false;
      }
      if (isLive(phoneStore.get().call)) return false;
      if (!present?.isRegistered()) {
        phoneStore.notify("warning", "Not connected", "The phone has no connection to the telephone system just now.");
        return false;
      }
      const id = crypto.randomUUID();
      present.reserve(true);
      apply({ kind: "dial", phone: dialled.e164, name }, id);
      const isStill = () => {
        const { call } = phoneStore.get();
        return call?.sessionId === id && isLive(call) && call.state !== "terminating";
      };
      const giveUp = () => {
        present.reserve(false);
        apply({ kind: "ended" }, id);
        return false;
      };
      const microphone = await listen();
      if (!microphone || !isStill()) return giveUp();
      const answer = await phoneApi.send<InitiatedCall>({
        ...{ intent: "initiate", reference: id, phone: dialled.digits, name, prefix, source },
      });
      if (!answer.ok) phoneStore.notify("warning", "The call was not made", answer.message);
      if (!answer.ok || !isStill()) return giveUp();
      present.call(answer.body.dial, microphone);
      return true;
    },
    async answer(): Promise<void> {
      const microphone = await listen();
      if (microphone && apply({ kind: "answer" })) line()?.answer(microphone);
    },
    decline() {
      if (apply({ kind: "decline" })) line()?.decline();
    },
    hangUp() {
      if (!apply({ kind: "hangUp" })) return;
      // A call that has not left the browser has no session to end.
      if (!line()?.hangUp()) apply({ kind: "ended" });
    },
    hold() {
      if (apply({ kind: "hold" })) line()?.hold();
    },
    resume() {
      const muted = phoneStore.get().call?.muted ?? false;
      if (apply({ kind: "resume" })) line()?.resume(muted);
    },
    mute(muted: boolean) {
      if (apply({ kind: "mute", muted })) line()?.mute(muted);
    },
    tone(key: string) {
      const { digits, call } = phoneStore.get();
      if (call?.state !== "inProgress") return;
      line()?.tone(key);
      phoneStore.set({ digits: (digits + key).slice(-24) });
    },
    transfer(target: string) {
      if (apply({ kind: "transfer" })) line()?.transfer(target);
    },
    /** Another microphone for the present call. */
    async changeMicrophone(): Promise<MediaStreamTrack | undefined> {
      if (!isLive(phoneStore.get().call)) return undefined;
      const old = stream;
      const [track] = (await listen())?.getAudioTracks() ?? [];
      if (!track) return undefined;
      await line()?.replaceTrack(track);
      closeMicrophone(old);
      return track;
    },
    microphone: () => stream?.getAudioTracks()[0],
  };
}

type HearParts = Pick<CallParts, "log" | "voice"> & { apply(input: Input, id?: string): boolean };

/** What the line says, as inputs of the call. */
function hearLine(event: LineEvent, { apply, log, voice }: HearParts): void {
  switch (event.kind) {
    case "incoming": {
      const { callId, phone, name, queueReference, calledNumber } = event;
      apply({ kind: "incoming", phone, name, callId }, callId);
      const { call } = phoneStore.get();
      if (call?.sessionId === callId) log.ringing(call, { queueReference, calledNumber });
      break;
    }
    case "refused":
      log.refused(event.callId, event.phone, event.name);
      break;
    case "placed":
      apply({ kind: "placed", callId: event.callId });
      break;
    case "ended": {
      const { call } = phoneStore.get();
      apply({ kind: "ended", elsewhere: event.elsewhere });
      const words = call && isLive(call) ? endWords(call, event.cause) : "";
      if (words) phoneStore.notify("info", "The call has ended", words);
      break;
    }
    case "transferFailed":
      if (apply({ kind: "transferFailed" }))
        phoneStore.notify("warning", "Not transferred", "No one took the call. You are still connected.");
      break;
    case "sound":
      voice.srcObject = event.stream;
      void voice.play().catch(() => phoneStore.set({ soundBlocked: true }));
      break;
    case "interrupted":
      phoneStore.set({ interrupted: event.lost });
      break;
    case "registered":
    case "unregistered":
      break;
    default:
      apply({ kind: event.kind } as Input);
  }
}
