import { type Call, isLive } from "../../../rules/call";
import { dialNumber, watchOut } from "../../../rules/dialling";
import type { createCallLog } from "./call-log";
import { type CallMachineInput, createCallMachine } from "./call-machine";
import { type ConsultControl, createConsultControl, type TransferTarget } from "./consult-control";
import { endWords } from "./end-words";
import type { LineEvent, SipLine } from "./line";
import { closeMicrophone } from "./microphone";
import { type InitiatedCall, phoneApi } from "./phone-api";
import type { LegName } from "./phone-legs";
import { type DialRequest, phoneStore } from "./phone-store";
import type { LegEvent } from "./session-leg";
import type { createSounds } from "./sounds";

export type CallParts = {
  line(): SipLine | undefined;
  log: ReturnType<typeof createCallLog>;
  sounds: Pick<ReturnType<typeof createSounds>, "play" | "stop">;
  /** The other side's voice: an element that stays in the page. */
  voice: HTMLAudioElement;
  onChange(before: Call | undefined, after: Call | undefined): void;
};

export type CallControl = ReturnType<typeof createCallControl>;

/** What the person does with a call and what the line says of it, each an input of the one machine. */
export function createCallControl({ line, log, sounds, voice, onChange }: CallParts) {
  const machine = createCallMachine({ log, sounds, voice, onChange, consulting: () => consulting });
  const { apply, replace, listen } = machine;
  const consulting: ConsultControl = createConsultControl({ line, log, voice, apply, microphone: machine.microphone });

  return {
    hear(event: LineEvent, leg: LegName = "caller") {
      if (leg === "caller") hearLine(event, { apply, replace, log, voice });
      else consulting.hear(event as LegEvent);
    },
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
        ...{ intent: "initiate", reference: id, phone: dialled.digits, name, prefix, source, consultOf: "" },
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
    transfer({ digits: target }: TransferTarget) {
      if (apply({ kind: "transfer", target })) line()?.transfer(target);
    },
    consult: consulting.begin,
    goBack: consulting.goBack,
    join: consulting.join,
    /** Another microphone for the present call. */
    async changeMicrophone(): Promise<MediaStreamTrack | undefined> {
      if (!isLive(phoneStore.get().call)) return undefined;
      const old = machine.microphone();
      const fresh = await listen();
      const [track] = fresh?.getAudioTracks() ?? [];
      if (!fresh || !track) return undefined;
      await line()?.replaceTrack(fresh, track);
      await consulting.replaceTrack(track);
      closeMicrophone(old);
      return track;
    },
    microphone: () => machine.microphone()?.getAudioTracks()[0],
  };
}

const notTaken = "No one took the call. You are still connected.";

type HearParts = Pick<CallParts, "log" | "voice"> & {
  apply(input: CallMachineInput, id?: string): boolean;
  replace(caller: { phone: string; name: string; callId: string }): void;
};

/** What the line says, as inputs of the call. */
function hearLine(event: LineEvent, { apply, replace, log, voice }: HearParts): void {
  switch (event.kind) {
    case "incoming": {
      const { callId, phone, name, consultOf, about, ...facts } = event;
      apply({ kind: "incoming", phone, name, callId, consultOf, about }, callId);
      const { call } = phoneStore.get();
      if (call?.sessionId === callId) log.ringing(call, facts);
      break;
    }
    case "replaced": {
      const { callId, phone, name, consultOf: _, about: __, ...facts } = event;
      replace({ phone, name, callId });
      const { call } = phoneStore.get();
      if (call?.sessionId === callId) log.ringing(call, facts);
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
    case "transferFailed": {
      const held = phoneStore.get().call?.onHold;
      const text = held ? "They could not be joined. The caller is still on hold." : notTaken;
      if (apply({ kind: "transferFailed" })) phoneStore.notify("warning", "Not transferred", text);
      break;
    }
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
      apply({ kind: event.kind } as CallMachineInput);
  }
}
