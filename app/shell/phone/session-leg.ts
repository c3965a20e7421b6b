import { C } from "jssip";
import type { EndEvent, RTCSession } from "jssip/lib/RTCSession";
import { capIce, microphoneGate, watchPeer } from "./session-guards";
import { isTakenElsewhere } from "./sip-text";

/** What happens on one leg of the phone: the caller's, or that of somebody who is asked about them. */
export type LegEvent =
  | { kind: "placed"; callId: string }
  | { kind: "progress" | "accepted" | "confirmed" | "held" | "resumed" | "holdFailed" }
  | { kind: "transferred" | "transferFailed" }
  | { kind: "ended"; cause: string; elsewhere: boolean }
  | { kind: "sound"; stream: MediaStream }
  | { kind: "interrupted"; lost: boolean };

/** A session with the guards that JsSIP lacks. */
export type SessionLeg = ReturnType<typeof openLeg>;

type LegParts = {
  isConnected(): boolean;
  tell(event: LegEvent): void;
  /** Once. */
  onOver(end: LegEvent & { kind: "ended" }): void;
};

export function openLeg(session: RTCSession, { isConnected, tell, onOver }: LegParts) {
  let over = false;
  let stopPeer: () => void = () => undefined;
  const stopIce = capIce(session);
  const gate = microphoneGate(() => sender());
  const mine = (work: () => void) => () => {
    if (!over) work();
  };
  const attach = (peer: RTCPeerConnection) => {
    stopPeer = followPeer(peer, {
      isConnected,
      renew: mine(() => {
        session.renegotiate({ rtcOfferConstraints: { iceRestart: true } });
        gate.apply();
      }),
      onDead: mine(() => end()),
      tell: (event) => mine(() => tell(event))(),
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
  session.on("ended", close);
  session.on("failed", close);

  function sender(): RTCRtpSender | undefined {
    return session.connection?.getSenders().find(({ track }) => track?.kind === "audio");
  }

  function stop(): void {
    stopIce();
    stopPeer();
  }

  function close({ cause, message }: EndEvent): void {
    if (over) return;
    over = true;
    stop();
    const reason = typeof message?.getHeader === "function" ? message.getHeader("Reason") : undefined;
    onOver({ kind: "ended", cause, elsewhere: isTakenElsewhere(reason) });
  }

  /** Whatever state it is in, and once. */
  function end(status?: number): void {
    if (session.isEnded()) return;
    try {
      session.terminate(status === undefined ? {} : { status_code: status });
    } catch {
      close({ cause: C.causes.INTERNAL_ERROR } as EndEvent);
    }
  }

  return { session, gate, sender, stop, end };
}

type PeerParts = Omit<Parameters<typeof watchPeer>[1], "onLost"> & { tell(event: LegEvent): void };

/** The other side's voice, and whether it is there. */
function followPeer(peer: RTCPeerConnection, { tell, ...events }: PeerParts): () => void {
  peer.addEventListener("track", ({ track, streams: [stream] }) =>
    tell({ kind: "sound", stream: stream ?? new MediaStream([track]) }),
  );
  return watchPeer(peer, { ...events, onLost: (lost) => tell({ kind: "interrupted", lost }) });
}
