import { C, UA } from "jssip";
import type { AnswerOptions, RTCSession } from "jssip/lib/RTCSession";
import type { RTCSessionEvent } from "jssip/lib/UA";
import type { AgentExtension } from "../../../services/voice/contract.schemas";
import { type Arrival, type IncomingInvite, readArrival } from "./arrival";
import { createLegs, type LegName } from "./phone-legs";
import type { LegEvent } from "./session-leg";
import type { SipSocket } from "./sip-socket";
import { iceServers, sipDomain } from "./sip-text";
import { talkCommands } from "./talk-commands";

/** Seconds that a registration lasts (specification 1, section 9). */
const registrationSeconds = 600;
/** JsSIP's own tries are parked for a day: the socket has its own. Above 2,147,483 s a timer would go off at once. */
const parkedSeconds = 86_400;

/** What happens on the line; the times of it are the phone's. */
export type LineEvent =
  | LegEvent
  | { kind: "registered" }
  | { kind: "unregistered"; refused: boolean }
  /** Replaced: the call that goes on is a caller's now, in the place of the colleague who asked about them. */
  | ({ kind: "incoming" | "replaced" } & Arrival)
  /** A second call, which was told that the line is busy. */
  | { kind: "refused"; callId: string; phone: string; name: string };

type Tell = (event: LineEvent, leg?: LegName) => void;

export type SipLine = ReturnType<typeof createLine>;

/**
 * JsSIP with the guards that it lacks. One call at a time, and one more by which somebody is asked about it; every
 * session that is neither is refused as busy.
 */
export function createLine(extension: AgentExtension, socket: SipSocket, tell: Tell) {
  const domain = sipDomain(extension.pbx_server.wss_url);
  const ua = createUserAgent(extension, socket);
  const media = { pcConfig: { iceServers: iceServers(extension.pbx_server.stun_servers) } } satisfies AnswerOptions;
  const legs = createLegs({ isConnected: () => ua.isConnected(), media, tell });
  const { caller, consult } = legs;
  /** A call is about to begin: whoever rings meanwhile is refused. */
  let dialling = false;

  listenTo(ua, {
    tell,
    take: legs.takeCaller,
    isBusy: () => legs.all().length > 0 || dialling,
    isExpected: legs.isExpected,
    onRegistered: socket.registered,
    onLost() {
      // An answer after the way back would reach nobody, and the caller would ring on.
      for (const leg of legs.all()) if (!leg.session.isEstablished()) leg.end(480);
    },
  });

  function invite(digits: string, mediaStream: MediaStream, extraHeaders: string[] = []) {
    const session = ua.call(`sip:${digits}@${domain}`, { ...media, mediaStream, extraHeaders });
    const { call_id: callId = "" } = (session as unknown as { _request?: { call_id?: string } })._request ?? {};
    return { session, callId };
  }

  return {
    start: () => ua.start(),
    /** Ends what there is and signs out at the PBX. */
    stop() {
      for (const leg of legs.all()) leg.stop();
      ua.stop();
    },
    register: () => ua.register(),
    isRegistered: () => ua.isRegistered(),
    /** No call rings from here on: a number is being dialled, whose INVITE has not left yet. */
    reserve(on: boolean) {
      dialling = on;
    },
    call(digits: string, stream: MediaStream) {
      dialling = false;
      legs.setMicrophone(stream);
      const { session, callId } = invite(digits, stream);
      legs.takeCaller(session);
      tell({ kind: "placed", callId });
    },
    answer(stream: MediaStream) {
      legs.setMicrophone(stream);
      caller()?.session.answer({ ...media, mediaStream: stream });
    },
    decline: () => caller()?.end(486),
    /** Whether there was something to end. */
    hangUp(): boolean {
      const present = caller();
      present?.end();
      return present !== undefined;
    },
    /** Calls somebody about the caller on hold, with a microphone of its own: the caller's is off. */
    ask(digits: string, stream: MediaStream, headers: string[]) {
      const { session, callId } = invite(digits, stream, headers);
      legs.takeConsult(session);
      tell({ kind: "placed", callId }, "consult");
    },
    /** Whether somebody was being asked. */
    endConsult(): boolean {
      const asked = consult();
      asked?.end();
      return asked !== undefined;
    },
    promoteConsult: legs.promoteConsult,
    ...talkCommands({ caller, consult, tell, domain }),
    async replaceTrack(stream: MediaStream, track: MediaStreamTrack) {
      legs.setMicrophone(stream);
      await caller()?.gate.replace(track);
    },
    replaceConsultTrack: async (track: MediaStreamTrack) => consult()?.gate.replace(track),
    localTrack: () => caller()?.sender()?.track ?? undefined,
    stats: async () => caller()?.session.connection?.getStats(),
  };
}

function createUserAgent({ exten, password, name, pbx_server }: AgentExtension, socket: SipSocket): UA {
  return new UA({
    sockets: [socket as never],
    uri: `sip:${exten}@${sipDomain(pbx_server.wss_url)}`,
    password,
    display_name: name,
    register_expires: registrationSeconds,
    session_timers: false,
    connection_recovery_min_interval: parkedSeconds,
    connection_recovery_max_interval: parkedSeconds,
  });
}

type AgentParts = {
  tell: Tell;
  take(session: RTCSession): void;
  isBusy(): boolean;
  isExpected(session: RTCSession): boolean;
  onRegistered(): void;
  onLost(): void;
};

/** Registration, and calls that come in: one at a time, the others are told at once that the line is busy. */
function listenTo(ua: UA, { tell, take, isBusy, isExpected, onRegistered, onLost }: AgentParts): void {
  ua.on("registered", () => {
    onRegistered();
    tell({ kind: "registered" });
  });
  ua.on("unregistered", () => tell({ kind: "unregistered", refused: false }));
  ua.on("registrationFailed", ({ cause }) =>
    tell({ kind: "unregistered", refused: String(cause) === C.causes.AUTHENTICATION_ERROR }),
  );
  ua.on("disconnected", () => {
    tell({ kind: "unregistered", refused: false });
    onLost();
  });
  ua.on("newRTCSession", (event: RTCSessionEvent) => {
    const { session, request } = event;
    if (event.originator === "local" || isExpected(session)) return;
    const arrival = readArrival(request as unknown as IncomingInvite);
    if (isBusy()) {
      session.terminate({ status_code: 486 });
      tell({ kind: "refused", callId: arrival.callId, phone: arrival.phone, name: arrival.name });
      return;
    }
    take(session);
    tell({ kind: "incoming", ...arrival });
  });
}
