import { type Call, isLive } from "../../../rules/call";
import { isAsked } from "../../../rules/consultation";
import { isExtension } from "../../../rules/voice";
import { consultHeaders } from "./arrival";
import type { CallParts } from "./call-control";
import { endWords } from "./end-words";
import { closeMicrophone } from "./microphone";
import { type InitiatedCall, phoneApi } from "./phone-api";
import { phoneClock, phoneStore } from "./phone-store";
import type { LegEvent } from "./session-leg";

/** Who is asked, or takes the caller: an extension, or a number as digits. */
export type TransferTarget = { digits: string; phone: string; name: string };
export type ConsultControl = ReturnType<typeof createConsultControl>;
type ConsultInput =
  | { kind: "consult"; consultId: string; phone: string; name: string }
  | { kind: "goBack" | "ended" | "hangUp" | "progress" | "accepted" | "confirmed" }
  | { kind: "placed"; callId: string }
  | { kind: "join"; target: string };
type ConsultParts = Pick<CallParts, "line" | "log" | "voice"> & {
  apply(input: ConsultInput, id?: string): boolean;
  microphone(): MediaStream | undefined;
};

/** Asks somebody about the caller before the two are joined, or before the agent goes back to the caller. */
export function createConsultControl({ line, log, voice, apply, microphone }: ConsultParts) {
  let target: TransferTarget | undefined;
  /** A microphone of its own: the caller's is off while they are on hold. */
  let stream: MediaStream | undefined;
  /** What the caller says, for when they are heard again. */
  let callerSound: MediaStream | null = null;

  const present = () => phoneStore.get().consult;

  /** The caller is on hold: now whoever is to be asked is called. */
  async function place(): Promise<void> {
    const { call, consult, setup } = phoneStore.get();
    const asked = target;
    const own = microphone()?.clone();
    if (!call || !consult || !asked || !own) return;
    const id = consult.sessionId;
    for (const track of own.getTracks()) track.enabled = true;
    callerSound = voice.srcObject instanceof MediaStream ? voice.srcObject : null;
    const inHouse = asked.digits === asked.phone;
    if (inHouse) log.asked(consult);
    else {
      const answer = await phoneApi.send<InitiatedCall>({
        ...{ intent: "initiate", reference: id, phone: asked.digits, name: asked.name, source: "" },
        ...{ prefix: setup?.numbers[0]?.prefix ?? "", consultOf: call.sessionId },
      });
      const now = present();
      if (!answer.ok) phoneStore.notify("warning", "The call was not made", `${answer.message} The caller is on hold.`);
      if (!answer.ok || now?.sessionId !== id || !isAsked(now)) {
        closeMicrophone(own);
        // The log may have heard of the end before it had the call.
        if (answer.ok && now?.sessionId === id) log.changed({ ...now, state: "terminating" }, now, phoneClock());
        apply({ kind: "ended" }, id);
        return;
      }
    }
    stream = own;
    const about = [`${consultHeaders.reference}: ${call.sessionId}`, `${consultHeaders.about}: ${call.phone}`];
    // Who is not of the house is not told whom it is about.
    line()?.ask(asked.digits, own, inHouse ? about : []);
  }

  /** Nobody is asked any more: the caller is heard again, if they are there. */
  function over(): void {
    closeMicrophone(stream);
    stream = undefined;
    if (isLive(phoneStore.get().call)) voice.srcObject = callerSound;
    callerSound = null;
  }

  return {
    place,
    over,
    begin(given: TransferTarget) {
      const { setup } = phoneStore.get();
      if (given.digits !== given.phone && !setup?.numbers[0]) {
        phoneStore.notify("warning", "The call was not made", "Your account has no number to call from.");
        return;
      }
      target = given;
      const { phone, name } = given;
      if (apply({ kind: "consult", consultId: crypto.randomUUID(), phone, name })) line()?.hold();
    },
    goBack() {
      const muted = phoneStore.get().call?.muted ?? false;
      if (!apply({ kind: "goBack" })) return;
      if (phoneStore.get().call?.holdPending) line()?.resume(muted);
    },
    join() {
      if (target && apply({ kind: "join", target: target.digits })) line()?.join(target.digits);
    },
    /** The machine has hung up on whoever is asked: so does the line. */
    end() {
      const consult = present();
      if (consult?.state === "terminating" && !line()?.endConsult()) apply({ kind: "ended" }, consult.sessionId);
    },
    /** Hands the microphone over: whoever is asked is the one call now. */
    promote(): MediaStream | undefined {
      const own = stream;
      stream = undefined;
      callerSound = null;
      if (own) line()?.promoteConsult(own);
      return own;
    },
    async replaceTrack(track: MediaStreamTrack): Promise<void> {
      if (!stream) return;
      const own = new MediaStream([track.clone()]);
      const [fresh] = own.getAudioTracks();
      if (fresh) await line()?.replaceConsultTrack(fresh);
      closeMicrophone(stream);
      stream = own;
    },
    /** What the line says of whoever is asked. */
    hear(event: LegEvent) {
      const id = present()?.sessionId ?? "";
      if (event.kind === "sound") {
        voice.srcObject = event.stream;
        void voice.play().catch(() => phoneStore.set({ soundBlocked: true }));
      } else if (event.kind === "ended") {
        const { call, consult } = phoneStore.get();
        // Gone by themselves: the caller waits in silence until the agent does something.
        const gone = isAsked(consult) && call?.state === "onHold";
        const words = consult && goneWords(consult, event.cause);
        apply({ kind: "ended" }, id);
        if (gone)
          phoneStore.notify("warning", "The caller is on hold", `${words} The caller hears nothing until you resume.`);
      } else if (event.kind === "placed") apply({ kind: "placed", callId: event.callId }, id);
      else if (event.kind === "progress" || event.kind === "accepted" || event.kind === "confirmed")
        apply({ kind: event.kind }, id);
    },
  };
}

/** Why nobody is asked any more: of a colleague that they did not take the call, of a number what the line says. */
function goneWords(consult: Call, cause: string): string {
  const who = consult.name || "The other side";
  if (consult.answered) return `${who} has hung up.`;
  return isExtension(consult.phone) ? `${who} did not take the call.` : endWords(consult, cause) || "No one answered.";
}
