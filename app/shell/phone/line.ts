import { C, UA } from "jssip";
import type { AnswerOptions, EndEvent, RTCSession } from "jssip/lib/RTCSession";
import type { RTCSessionEvent } from "jssip/lib/UA";
import type { AgentExtension } from "../../../services/voice/contract.schemas";
import { capIce, microphoneGate, watchPeer } from "./session-guards";
import type { SipSocket } from "./sip-socket";
import { iceServers, isTakenElsewhere, parseCaller, sipDomain } from "./sip-text";

/** Seconds that a registration lasts (specification 1, section 9). */
const registrationSeconds = 600;
/** JsSIP's own tries are parked for a day: the socket has its own. Above 2,147,483 s a timer would go off at once. */
const parkedSeconds = 86_400;

/** What happens on the line; the times of it are the phone's. */
export type LineEvent =
  | { kind: "registered" }
  | { kind: "unregistered"; refused: boolean }
  | { kind: "incoming"; callId: string; phone: string; name: string; queueReference: string; calledNumber: string }
  /** A second call, which was told that the line is busy. */
  | { kind: "refused"; callId: string; phone: string; name: string }
  | { kind: "placed"; callId: string }
  | { kind: "progress" | "accepted" | "confirmed" | "held" | "resumed" | "holdFailed" }
  | { kind: "transferred" | "transferFailed" }
  | { kind: "ended"; cause: string; elsewhere: boolean }
  | { kind: "sound"; stream: MediaStream }
  | { kind: "interrupted"; lost: boolean };

export type SipLine = ReturnType<typeof createLine>;

/** JsSIP with the guards that it lacks. One call at a time; every session that is not that call is refused as busy. */
export function createLine(extension: AgentExtension, socket: SipSocket, tell: (event: LineEvent) => void) {
  const domain = sipDomain(extension.pbx_server.wss_url);
  const ua = createUserAgent(extension, socket);
  const media = { pcConfig: { iceServers: iceServers(extension.pbx_server.stun_servers) } } satisfies AnswerOptions;
  let current: RTCSession | undefined;
  /** A call is about to begin: whoever rings meanwhile is refused. */
  let dialling = false;
  let stopGuards: () => void = () => undefined;
  const gate = microphoneGate(() => sender());

  function sender(): RTCRtpSender | undefined {
    return current?.connection?.getSenders().find(({ track }) => track?.kind === "audio");
  }

  listenTo(ua, {
    tell,
    take,
    isBusy: () => current !== undefined || dialling,
    onRegistered: socket.registered,
    onLost() {
      // An answer after the way back would reach nobody, and the caller would ring on.
      if (current && !current.isEstablished()) end(current, 480);
    },
  });

  function take(session: RTCSession): void {
    current = session;
    gate.set(true);
    const mine = (work: () => void) => () => {
      if (current === session) work();
    };
    const stopIce = capIce(session);
    let stopPeer: () => void = () => undefined;
    stopGuards = () => {
      stopIce();
      stopPeer();
    };
    const attach = (peer: RTCPeerConnection) => {
      stopPeer = followPeer(peer, {
        isConnected: () => ua.isConnected(),
        renew: mine(() => {
          session.renegotiate({ rtcOfferConstraints: { iceRestart: true } });
          gate.apply();
        }),
        onDead: mine(() => end(session)),
        tell,
      });
    };
    if (session.connection) attach(session.connection);
    else session.on("peerconnection", ({ peerconnection }) => attach(peerconnection));
    for (const kind of ["progress", "accepted", "confirmed"] as const)
      session.on(
        kind,
        mine(() => tell({ kind })),
      );
    // The other side's offer may turn the microphone on again.
    session.on("reinvite", () => void Promise.resolve().then(gate.apply));
    session.on("ended", (event) => over(session, event));
    session.on("failed", (event) => over(session, event));
  }

  function over(session: RTCSession, { cause, message }: EndEvent): void {
    if (current !== session) return;
    current = undefined;
    stopGuards();
    const reason = typeof message?.getHeader === "function" ? message.getHeader("Reason") : undefined;
    tell({ kind: "ended", cause, elsewhere: isTakenElsewhere(reason) });
  }

  /** Whatever state it is in, and once. */
  function end(session: RTCSession, status?: number): void {
    if (session.isEnded()) return;
    try {
      session.terminate(status === undefined ? {} : { status_code: status });
    } catch {
      over(session, { cause: C.causes.INTERNAL_ERROR } as EndEvent);
    }
  }

  return {
    start: () => ua.start(),
    /** Ends what there is and signs out at the PBX. */
    stop() {
      stopGuards();
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
      const session = ua.call(`sip:${digits}@${domain}`, { ...media, mediaStream: stream });
      take(session);
      const { call_id: callId = "" } = (session as unknown as { _request?: { call_id?: string } })._request ?? {};
      tell({ kind: "placed", callId });
    },
    answer: (stream: MediaStream) => current?.answer({ ...media, mediaStream: stream }),
    decline() {
      if (current) end(current, 486);
    },
    /** Whether there was something to end. */
    hangUp(): boolean {
      if (!current) return false;
      end(current);
      return true;
    },
    ...talkCommands({ session: () => current, gate, tell, end, domain }),
    replaceTrack: (track: MediaStreamTrack) => gate.replace(track),
    localTrack: () => sender()?.track ?? undefined,
    stats: async () => current?.connection?.getStats(),
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

type PeerParts = Omit<Parameters<typeof watchPeer>[1], "onLost"> & { tell(event: LineEvent): void };

/** The other side's voice, and whether it is there. */
function followPeer(peer: RTCPeerConnection, { tell, ...events }: PeerParts): () => void {
  peer.addEventListener("track", ({ track, streams: [stream] }) =>
    tell({ kind: "sound", stream: stream ?? new MediaStream([track]) }),
  );
  return watchPeer(peer, { ...events, onLost: (lost) => tell({ kind: "interrupted", lost }) });
}

/** Asks the other side to call the target; says once what came of it. */
function referTo(session: RTCSession, target: string, onEnd: (kind: "transferred" | "transferFailed") => void): void {
  let settled = false;
  const settle = (kind: "transferred" | "transferFailed") => () => {
    if (settled) return;
    settled = true;
    onEnd(kind);
  };
  const [accepted, failed] = [settle("transferred"), settle("transferFailed")];
  session.refer(target, { eventHandlers: { requestFailed: failed, failed, accepted } });
}

type AgentParts = {
  tell(event: LineEvent): void;
  take(session: RTCSession): void;
  isBusy(): boolean;
  onRegistered(): void;
  onLost(): void;
};

/** Registration, and calls that come in: one at a time, the others are told at once that the line is busy. */
function listenTo(ua: UA, { tell, take, isBusy, onRegistered, onLost }: AgentParts): void {
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
    if (event.originator === "local") return;
    const { session, request } = event;
    const { call_id: callId = "" } = request as unknown as { call_id?: string };
    const who = parseCaller(request.from);
    if (isBusy()) {
      session.terminate({ status_code: 486 });
      tell({ kind: "refused", callId, ...who });
      return;
    }
    take(session);
    const [queueReference = "", calledNumber = ""] = ["X-Queue-Reference", "X-Called-Number"].map((name) =>
      request.getHeader(name),
    );
    tell({ kind: "incoming", callId, ...who, queueReference, calledNumber });
  });
}

type TalkParts = {
  session(): RTCSession | undefined;
  gate: ReturnType<typeof microphoneGate>;
  tell(event: LineEvent): void;
  end(session: RTCSession): void;
  domain: string;
};

/** What can be done with a call that is answered. */
function talkCommands({ session, gate, tell, end, domain }: TalkParts) {
  return {
    hold() {
      if (!session()?.hold({}, () => tell({ kind: "held" }))) tell({ kind: "holdFailed" });
      gate.set(false);
    },
    resume(muted: boolean) {
      if (!session()?.unhold({}, () => tell({ kind: "resumed" }))) tell({ kind: "holdFailed" });
      gate.set(!muted);
    },
    mute(muted: boolean) {
      if (muted) session()?.mute({ audio: true });
      else session()?.unmute({ audio: true });
      gate.set(!muted);
    },
    tone: (key: string) => session()?.sendDTMF(key, { transportType: C.DTMF_TRANSPORT.RFC2833 as never }),
    transfer(target: string) {
      const present = session();
      if (!present) return;
      referTo(present, `sip:${target}@${domain}`, (kind) => {
        if (session() !== present) return;
        tell({ kind });
        // Not before the other side was accepted: until then the caller has only us.
        if (kind === "transferred") end(present);
      });
    },
  };
}
