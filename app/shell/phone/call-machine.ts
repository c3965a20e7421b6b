import { isLive } from "../../../rules/call";
import { isAsked, nextCalls, type PhoneCalls, type PhoneInput, promoteConsult } from "../../../rules/consultation";
import { showPhone } from "../../../rules/phone";
import type { CallParts } from "./call-control";
import type { ConsultControl } from "./consult-control";
import { closeMicrophone, findDevice, openMicrophone } from "./microphone";
import { phoneClock, phoneStore } from "./phone-store";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type CallMachineInput = Without<PhoneInput, "id" | "at">;

const microphoneRefused = {
  denied: "The browser does not let this page use the microphone. Allow it in the address bar, then try again.",
  missing: "No microphone was found. Plug one in, then try again.",
} as const;

type Ring = "ring" | "ringback" | undefined;

/** What sounds while it rings, here or at the other side. */
function ringOf({ call, consult }: PhoneCalls): Ring {
  if (isLive(consult)) return consult.state === "ringing" ? "ringback" : undefined;
  if (call?.state !== "ringing") return undefined;
  return call.type === "inbound" ? "ring" : "ringback";
}

type MachineParts = Omit<CallParts, "line"> & {
  consulting(): Pick<ConsultControl, "place" | "over" | "end" | "promote">;
};

/** The one machine of a phone's calls, and what each of its steps brings with it: the log, rings, the microphone. */
export function createCallMachine({ log, sounds, voice, onChange, consulting }: MachineParts) {
  let stream: MediaStream | undefined;

  /** @param id of the call that it is about; the present one where nothing is said */
  function apply(input: CallMachineInput, id = phoneStore.get().call?.sessionId ?? ""): boolean {
    const { call, consult } = phoneStore.get();
    const before: PhoneCalls = { call, consult };
    const now = phoneClock();
    const after = nextCalls(before, { ...input, id, at: now } as PhoneInput);
    if (after === before) return false;
    phoneStore.set(after);
    for (const [one, next] of [
      [call, after.call],
      [consult, after.consult],
    ])
      if (one && one.sessionId === next?.sessionId) log.changed(one, next, now);
    sound(ringOf(before), ringOf(after));
    follow(before, after);
    return true;
  }

  function sound(before: Ring, after: Ring): void {
    if (after === before) return;
    if (after) sounds.play(after);
    else sounds.stop();
  }

  /** What a change brings with it. */
  function follow(before: PhoneCalls, after: PhoneCalls): void {
    const [call, next] = [before.call, after.call];
    if (before.consult?.state === "idle" && after.consult?.state === "calling/trying") void consulting().place();
    if (isLive(call) && !isLive(next)) {
      closeMicrophone(stream);
      stream = undefined;
      const { call: left } = promoteConsult(after);
      if (left !== next) {
        onChange(call, next);
        phoneStore.set(promoteConsult(after));
        stream = consulting().promote();
        onChange(undefined, left);
        const who = left?.name || showPhone(left?.phone ?? "");
        phoneStore.notify("info", "The caller has hung up", `You are still connected with ${who}.`);
        return;
      }
      if (isAsked(before.consult) && call.state === "onHold")
        phoneStore.notify("info", "The caller has hung up", "No one else is called any more.");
      if (!isLive(after.consult)) voice.srcObject = null;
    }
    if (isLive(before.consult) && !isLive(after.consult)) consulting().over();
    if (after.consult !== before.consult) consulting().end();
    if (next !== call) onChange(call?.sessionId === next?.sessionId ? call : undefined, next);
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

  /** The colleague who asked goes, and the caller whom it was about is there: one microphone for both. */
  function replace({ phone, name, callId }: { phone: string; name: string; callId: string }): void {
    const kept = stream;
    stream = undefined;
    apply({ kind: "ended" });
    stream = kept;
    apply({ kind: "takeOver", phone, name, callId }, callId);
  }

  return { apply, replace, listen, microphone: () => stream };
}
