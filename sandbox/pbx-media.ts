import {
  MediaStream,
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCSessionDescription,
  RtpHeader,
  RtpPacket,
} from "werift";
import { loudness, toneAt } from "./pcmu";

const telephone = { mimeType: "audio/PCMU", clockRate: 8_000, channels: 1, payloadType: 0 };
const keys = { mimeType: "audio/telephone-event", clockRate: 8_000, channels: 1, payloadType: 101 };
const keyNames = "0123456789*#ABCD";

/** A browser's peer connection as JsSIP expects it, with telephone sound alone. Called with `new`. */
function telephonePeer(): RTCPeerConnection {
  const audio = [telephone, keys].map((codec) => new RTCRtpCodecParameters(codec));
  const peer = new RTCPeerConnection({ codecs: { audio, video: [] }, iceServers: [] });
  const createOffer = peer.createOffer.bind(peer);
  // JsSIP passes null where it wants nothing special.
  peer.createOffer = (options) => createOffer(options ?? {});
  const told = Object.getOwnPropertyDescriptor(RTCPeerConnection.prototype, "localDescription")?.get;
  Object.defineProperty(peer, "localDescription", { get: () => withAddress(told?.call(peer)) });
  const take = peer.setRemoteDescription.bind(peer);
  peer.setRemoteDescription = (described) => take({ ...described, sdp: withMid(described.sdp ?? "") });
  return peer;
}

/** Telephones that bundle nothing name no media section; browsers take the one there is (RFC 8843, 7.1.1). */
function withMid(sdp: string): string {
  return /^a=mid:/m.test(sdp) ? sdp : sdp.replace(/^(m=audio .*\r?\n(?:c=.*\r?\n)?)/m, "$1a=mid:0\r\n");
}

/**
 * The description with the first address in its `c=`, `m=` and `a=rtcp` lines too, as browsers write it once they know
 * one: a peer without trickled ICE takes 0.0.0.0 for a lack of ICE (RFC 8839, 4.2.5).
 */
function withAddress(described: RTCSessionDescription | undefined): RTCSessionDescription | undefined {
  const [, address, port] = /^a=candidate:\S+ 1 udp \d+ ([\d.]+) (\d+) typ host/im.exec(described?.sdp ?? "") ?? [];
  if (!described || !address || !port) return described;
  const sdp = described.sdp
    .replace(/^(m=audio) 9 /m, `$1 ${port} `)
    .replace(/^c=IN IP4 0\.0\.0\.0/m, `c=IN IP4 ${address}`)
    .replace(/^a=rtcp:9 IN IP4 0\.0\.0\.0/m, `a=rtcp:${port} IN IP4 ${address}`);
  return new RTCSessionDescription(sdp, described.type);
}

function sessionDescription({ type, sdp }: { type: "offer" | "answer"; sdp: string }): RTCSessionDescription {
  return new RTCSessionDescription(sdp, type);
}

/** Makes this process look like a browser to JsSIP: only ever in a process of its own, servers tell by `window` where they are. */
export function installBrowserMedia(): void {
  Object.assign(globalThis, { RTCPeerConnection: telephonePeer, RTCSessionDescription: sessionDescription });
  Object.assign(globalThis, { window: globalThis, MediaStream });
}

/** One side of a call: what is heard is measured, what is sent is a tone, an echo, or nothing. */
export type Voice = {
  stream: MediaStream;
  heard: { packets: number; loudness: number; digits: string };
  /** Takes what the other side sends. */
  listen(peer: RTCPeerConnection): void;
  /** The same, of a stream that came. */
  hear(stream: MediaStream): void;
  /** Nothing is sent while it is on hold. */
  quiet(isQuiet: boolean): void;
  stop(): void;
};

export function openVoice({ echo }: { echo: boolean }): Voice {
  const track = new MediaStreamTrack({ kind: "audio" });
  const heard = { packets: 0, loudness: 0, digits: "" };
  let isQuiet = false;
  let [sequence, timestamp, lastKey] = [Math.floor(Math.random() * 30_000), 0, -1];

  function send(payload: Buffer): void {
    sequence = (sequence + 1) & 0xffff;
    timestamp = (timestamp + payload.length) >>> 0;
    const header = new RtpHeader({ payloadType: 0, sequenceNumber: sequence, timestamp, ssrc: 1, marker: false });
    track.writeRtp(new RtpPacket(header, payload));
  }

  /** Sound is due by the clock: a timer that comes late sends what it missed. */
  const began = Date.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = (Date.now() - began) / 20; sent < due; sent++)
      if (!isQuiet && !echo && due - sent < 10) send(Buffer.from(toneAt(sent * 160)));
  }, 20);

  function take({ header, payload }: RtpPacket): void {
    if (header.payloadType === keys.payloadType) {
      // A key is told of several times; its moment tells them apart (RFC 4733).
      if (header.timestamp !== lastKey) heard.digits += keyNames[payload[0] ?? 0] ?? "";
      lastKey = header.timestamp;
      return;
    }
    heard.packets += 1;
    heard.loudness = heard.loudness * 0.9 + loudness(payload) * 0.1;
    if (echo && !isQuiet) send(Buffer.from(payload));
  }

  return {
    stream: new MediaStream([track]),
    heard,
    listen(peer) {
      peer.onTrack.subscribe((remote) => void remote.onReceiveRtp.subscribe(take));
    },
    hear(stream) {
      for (const track of stream.getTracks()) track.onReceiveRtp.subscribe(take);
    },
    quiet(quiet) {
      isQuiet = quiet;
    },
    stop: () => clearInterval(timer),
  };
}
