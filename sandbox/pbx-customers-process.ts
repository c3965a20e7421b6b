// The customers of the sandbox's PBX, in a process of their own: JsSIP over werift, each with a phone of theirs.
import { UA, WebSocketInterface } from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession";
import type { RTCSessionEvent } from "jssip/lib/UA";
import type { RTCPeerConnection } from "werift";
import WebSocket from "ws";
import {
  type Behaviour,
  type CustomerCall,
  type CustomerCommand,
  type CustomerMessage,
  phoneBehaviour,
} from "./pbx-behaviour";
import { installBrowserMedia, openVoice, type Voice } from "./pbx-media";

Object.assign(globalThis, { WebSocket });
installBrowserMedia();

const [url = "", password = ""] = process.argv.slice(2);
const domain = "pbx.invalid";
const phones = new Map<string, Promise<UA>>();
const sessions = new Map<string, RTCSession>();
/** Calls that take the place of another one (RFC 3891): they ring nowhere. */
const replacing = new WeakSet<RTCSession>();
let counter = 0;

function tell(message: CustomerMessage): void {
  process.send?.(message);
}

/** The phone of a number, registered. */
function phoneOf(number: string): Promise<UA> {
  const known = phones.get(number);
  if (known) return known;
  const ua = new UA({
    sockets: [new WebSocketInterface(url)],
    uri: `sip:${number}@${domain}`,
    ...{ password, register_expires: 600, session_timers: false },
  });
  const ready = new Promise<UA>((resolve, reject) => {
    ua.once("registered", () => resolve(ua));
    ua.once("registrationFailed", ({ cause }) => reject(new Error(String(cause))));
  });
  phones.set(number, ready);
  ready.catch(() => phones.delete(number));
  ua.on("newRTCSession", (event: RTCSessionEvent) => {
    if (event.originator === "remote" && !replacing.has(event.session))
      answer(number, event.session, event.request.from.uri.user);
  });
  ua.start();
  return ready;
}

/** Somebody calls this number. */
function answer(number: string, session: RTCSession, peer: string): void {
  const behaviour = phoneBehaviour(number);
  const voice = openVoice({ echo: behaviour === "echo" });
  follow({ ...{ id: `in-${++counter}`, number, peer, session, voice }, direction: "in", behaviour, headers: [] });
  const refusal = refusals[behaviour];
  if (refusal) session.terminate({ status_code: refusal });
  else if (behaviour !== "silent")
    later(session, 1_500, () => session.answer({ mediaStream: streamOf(voice), pcConfig: { iceServers: [] } }));
}

const refusals: Partial<Record<Behaviour, number>> = { busy: 486, unknown: 404, declines: 603 };

/** JsSIP knows a browser's streams only. */
function streamOf({ stream }: Voice): globalThis.MediaStream {
  return stream as unknown as globalThis.MediaStream;
}

/** Does something later, unless the call has ended. */
function later(session: RTCSession, ms: number, work: () => void): void {
  setTimeout(() => {
    if (!session.isEnded()) work();
  }, ms);
}

type Followed = Pick<CustomerCall, "id" | "number" | "peer" | "direction"> & {
  session: RTCSession;
  voice: Voice;
  behaviour: Behaviour;
  /** What is said to whom they are transferred to as well. */
  headers: string[];
};

/** Tells of a call until it ends, and does in it what this customer does. */
function follow({ id, number, peer, direction, session, voice, behaviour, headers }: Followed): void {
  const call: CustomerCall = {
    ...{ id, number, direction, peer, state: "ringing", cause: "", onHold: false },
    ...{ packets: 0, loudness: 0, digits: "", referred: "" },
  };
  const report = (change: Partial<CustomerCall> = {}) => tell({ call: Object.assign(call, voice.heard, change) });
  const timer = setInterval(report, 500);
  const end = (cause: string) => {
    clearInterval(timer);
    voice.stop();
    sessions.delete(id);
    report({ state: "ended", cause });
  };
  sessions.set(id, session);
  const listen = (connection: unknown) => voice.listen(connection as RTCPeerConnection);
  if (session.connection) listen(session.connection);
  else session.on("peerconnection", ({ peerconnection }) => listen(peerconnection));
  session.on("confirmed", () => {
    report({ state: "answered" });
    if (behaviour === "brief") later(session, 5_000, () => session.terminate());
    if (behaviour !== "holds") return;
    later(session, 3_000, () => session.hold());
    later(session, 6_000, () => session.unhold());
  });
  session.on("failed", ({ cause, message }) => {
    const status = (message as { status_code?: number } | null)?.status_code;
    end(status ? String(status) : String(cause));
  });
  session.on("ended", ({ cause }) => end(String(cause)));
  const held = () => {
    const { local, remote } = session.isOnHold();
    voice.quiet(local || remote);
    report({ onHold: remote });
  };
  session.on("hold", held);
  session.on("unhold", held);
  session.on("newDTMF", (event: { originator: string; dtmf: { tone?: string } }) => {
    if (event.originator === "remote") voice.heard.digits += event.dtmf.tone ?? "";
  });
  session.on("replaces", (event: unknown) => {
    const { request, accept } = event as IncomingReplaces;
    const next = openVoice({ echo: behaviour === "echo" });
    endOnce(session);
    accept((made) => {
      replacing.add(made);
      const peer = request.from.uri.user;
      follow({ ...{ id: `in-${++counter}`, number, peer, session: made, voice: next }, direction, behaviour, headers });
      // JsSIP says that it rings first.
      setImmediate(() => made.answer({ mediaStream: streamOf(next), pcConfig: { iceServers: [] } }));
    });
  });
  session.on("refer", (event: unknown) => {
    const { request, accept } = event as IncomingRefer;
    const target = request.refer_to.uri.user;
    report({ referred: target });
    const next = openVoice({ echo: false });
    // Whom they are sent to hears who sent them (RFC 3892); Replaces is passed on by JsSIP.
    const sender = request.getHeader("Referred-By");
    accept(
      (made) =>
        follow({
          ...{ id: `refer-${++counter}`, number, peer: target, session: made, voice: next },
          direction: "out",
          behaviour: "answers",
          headers,
        }),
      {
        mediaStream: streamOf(next),
        extraHeaders: [...headers, ...(sender ? [`Referred-By: ${sender}`] : [])],
        pcConfig: { iceServers: [] },
      },
    );
  });
  report();
}

/** JsSIP ends what is replaced without a look at whether it has ended already, and would throw. */
function endOnce(session: RTCSession): void {
  const terminate = session.terminate.bind(session);
  session.terminate = (options) => {
    if (!session.isEnded()) terminate(options);
  };
}

type IncomingReplaces = {
  request: { from: { uri: { user: string } } };
  accept(begin: (session: RTCSession) => void): void;
};
type IncomingRefer = {
  request: { refer_to: { uri: { user: string } }; getHeader(name: string): string | undefined };
  accept(begin: (session: RTCSession) => void, options: object): void;
};

async function place({ id, number, target, headers }: Extract<CustomerCommand, { do: "call" }>): Promise<void> {
  const ua = await phoneOf(number);
  const behaviour = phoneBehaviour(number) === "echo" ? "echo" : "answers";
  const voice = openVoice({ echo: behaviour === "echo" });
  const session = ua.call(`sip:${target}@${domain}`, {
    ...{ mediaStream: streamOf(voice), extraHeaders: [...headers], pcConfig: { iceServers: [] } },
  });
  follow({ id, number, peer: target, direction: "out", session, voice, behaviour, headers });
}

function failed(id: string, number: string, peer: string): void {
  const call: CustomerCall = {
    ...{ id, number, direction: "out", peer, state: "ended", cause: "not registered", onHold: false },
    ...{ packets: 0, loudness: 0, digits: "", referred: "" },
  };
  tell({ call });
}

function end(session: RTCSession | undefined): void {
  if (session && !session.isEnded()) session.terminate();
}

process.on("message", (command: CustomerCommand) => {
  if (command.do === "attend")
    phoneOf(command.number).then(
      () => tell({ attending: command.number, ready: true }),
      () => tell({ attending: command.number, ready: false }),
    );
  else if (command.do === "call") place(command).catch(() => failed(command.id, command.number, command.target));
  else end(sessions.get(command.id));
});
process.on("disconnect", () => process.exit());
