import type { AnswerOptions, RTCSession } from "jssip/lib/RTCSession";
import { type Arrival, type IncomingInvite, readArrival } from "./arrival";
import { type LegEvent, openLeg, type SessionLeg } from "./session-leg";

/** Which of the two legs an event is of. */
export type LegName = "caller" | "consult";

type LegsParts = {
  isConnected(): boolean;
  media: AnswerOptions;
  tell(event: LegEvent | ({ kind: "replaced" } & Arrival), leg?: LegName): void;
};

/** A call that is to be put in the place of the caller's leg. */
type Replacement = {
  session: RTCSession;
  leg: SessionLeg | undefined;
  arrival: Arrival;
  sound: MediaStream | undefined;
};
type IncomingReplaces = { request: IncomingInvite; accept(begin: (next: RTCSession) => void): void; reject(): void };

/** The legs of a phone: the caller's, that of somebody who is asked about them, and one that takes a place. */
export function createLegs({ isConnected, media, tell }: LegsParts) {
  let caller: SessionLeg | undefined;
  let consult: SessionLeg | undefined;
  let replacement: Replacement | undefined;
  /** The microphone of the caller's leg. */
  let microphone: MediaStream | undefined;

  function open(session: RTCSession): SessionLeg {
    const leg: SessionLeg = openLeg(session, {
      isConnected,
      tell(event) {
        if (leg === caller) tell(event);
        else if (leg === consult) tell(event, "consult");
        else if (leg === replacement?.leg && event.kind === "sound") replacement.sound = event.stream;
      },
      onOver(end) {
        if (leg === replacement?.leg) replacement = undefined;
        else if (leg === consult) {
          consult = undefined;
          tell(end, "consult");
        } else if (leg === caller && replacement?.session.isEstablished()) putInPlace(replacement);
        else if (leg === caller) {
          caller = undefined;
          tell(end);
        }
      },
    });
    return leg;
  }

  function setCaller(leg: SessionLeg): void {
    caller = leg;
    leg.gate.set(true);
    const { session } = leg;
    session.on("replaces", (event: unknown) => takePlace(session, event as IncomingReplaces));
  }

  /** Another phone takes the place of the one that we speak with, as both have agreed (RFC 3891). */
  function takePlace(session: RTCSession, { request, accept, reject }: IncomingReplaces): void {
    const mediaStream = microphone;
    if (caller?.session !== session || consult || replacement || !mediaStream) {
      reject();
      return;
    }
    endOnce(session);
    accept((next) => {
      replacement = { session: next, leg: undefined, arrival: readArrival(request), sound: undefined };
      replacement.leg = open(next);
      // JsSIP says that it rings first.
      void Promise.resolve().then(() => {
        if (!next.isEnded()) next.answer({ ...media, mediaStream });
      });
    });
  }

  function putInPlace({ leg, arrival, sound }: Replacement): void {
    replacement = undefined;
    if (!leg) return;
    setCaller(leg);
    tell({ kind: "replaced", ...arrival });
    if (sound) tell({ kind: "sound", stream: sound });
  }

  return {
    caller: () => caller,
    consult: () => consult,
    all: () => [caller, consult, replacement?.leg].filter((leg) => leg !== undefined),
    /** Whether a session that comes in is the one that takes a place. */
    isExpected: (session: RTCSession) => replacement?.session === session,
    takeCaller: (session: RTCSession) => setCaller(open(session)),
    takeConsult(session: RTCSession) {
      consult = open(session);
      consult.gate.set(true);
    },
    /** The caller has gone: whoever is asked is the one call. */
    promoteConsult(stream: MediaStream) {
      if (!consult || caller) return;
      const leg = consult;
      consult = undefined;
      microphone = stream;
      setCaller(leg);
    },
    setMicrophone(stream: MediaStream) {
      microphone = stream;
    },
  };
}

/** JsSIP ends what is replaced without a look at whether it has ended already, and would throw. */
function endOnce(session: RTCSession): void {
  const terminate = session.terminate.bind(session);
  session.terminate = (options) => {
    if (!session.isEnded()) terminate(options);
  };
}
