import type { RTCSession } from "jssip/lib/RTCSession";

/**
 * Milliseconds that gathering of addresses may go on after the first was found: with a STUN server that does not answer
 * the browser would wait 40 s before the call leaves.
 */
export const iceCapMs = 1_000;
/** Milliseconds of a lost peer after which the connection is renewed, and from a failed one until the call is over. */
export const peerLostMs = 5_000;
export const peerFailedMs = 5_000;
/** Milliseconds without a peer after which the call is over in any case: Chromium may take 25 s to say that it failed. */
export const peerGoneMs = 20_000;

type Emitter = Pick<RTCSession, "on">;

/** Has the call leave when the cap is reached, however many servers are still being asked. */
export function capIce(session: Emitter): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ready: () => void = () => undefined;
  session.on("icecandidate", (event) => {
    ready = event.ready;
    timer ??= setTimeout(() => {
      timer = undefined;
      ready();
    }, iceCapMs);
  });
  // What was gathered is on its way: another offer has its own time.
  session.on("sdp", () => clear());
  function clear() {
    clearTimeout(timer);
    timer = undefined;
  }
  return clear;
}

type Peer = Pick<RTCPeerConnection, "connectionState" | "addEventListener">;
type PeerEvents = {
  /** Whether the other side can be asked for anything. */
  isConnected(): boolean;
  renew(): void;
  /** The sound is interrupted, or is back. */
  onLost(lost: boolean): void;
  onDead(): void;
};

/**
 * Ends a call whose other side is gone. JsSIP looks at the state of ICE alone, which stays "disconnected" for ever: the
 * call would never end, and every new one would be refused as busy.
 */
export function watchPeer(peer: Peer, { isConnected, renew, onLost, onDead }: PeerEvents): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone: ReturnType<typeof setTimeout> | undefined;
  let lost = false;
  let over = false;
  function after(ms: number, work: () => void) {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }
  function set(now: boolean) {
    if (lost === now) return;
    lost = now;
    onLost(now);
  }
  function clear() {
    clearTimeout(timer);
    clearTimeout(gone);
    gone = undefined;
  }
  function end() {
    over = true;
    clear();
    onDead();
  }
  peer.addEventListener("connectionstatechange", () => {
    if (over) return;
    const { connectionState: state } = peer;
    if (state === "connected") {
      clear();
      set(false);
      return;
    }
    if (state === "disconnected" || state === "failed") gone ??= setTimeout(end, peerGoneMs);
    if (state === "disconnected") {
      after(peerLostMs, () => {
        set(true);
        if (isConnected()) renew();
      });
    } else if (state === "failed") {
      set(true);
      if (isConnected()) renew();
      after(peerFailedMs, end);
    }
  });
  return () => {
    over = true;
    clear();
  };
}

type Sender = { track: MediaStreamTrack | null; replaceTrack(track: MediaStreamTrack): Promise<void> };

/**
 * What the person wants of their microphone, kept through everything that happens to the call: JsSIP forgets it when a
 * track is replaced, and the other side would hear somebody who believes they are muted.
 */
export function microphoneGate(sender: () => Sender | undefined) {
  let open = true;
  function apply() {
    const track = sender()?.track;
    if (track) track.enabled = open;
  }
  return {
    set(wanted: boolean) {
      open = wanted;
      apply();
    },
    /** After whatever may have touched the track. */
    apply,
    async replace(track: MediaStreamTrack): Promise<void> {
      // Before it is heard, not after.
      track.enabled = open;
      await sender()?.replaceTrack(track);
      apply();
    },
  };
}
