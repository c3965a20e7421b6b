import { isLive } from "../../../rules/call";
import { showPhone } from "../../../rules/phone";
import type { AgentExtension } from "../../../services/voice/contract.schemas";
import { href } from "../../href";
import { type CallControl, createCallControl } from "./call-control";
import { createCallEffects } from "./call-effects";
import { createCallLog } from "./call-log";
import { createDeviceControl } from "./device-control";
import { leadPhone } from "./leader";
import { createLine, type SipLine } from "./line";
import { microphonePermission } from "./microphone";
import { phoneApi } from "./phone-api";
import { type PhoneState, phoneAtFirst, phoneClock, phoneStore } from "./phone-store";
import { createSipSocket, type SipSocket } from "./sip-socket";
import { createSounds } from "./sounds";

/** Milliseconds in which devices that come and go together are one change. */
const devicesRestMs = 1_000;

export type Phone = ReturnType<typeof startPhone>;
let running: { owner: string; phone: Phone } | undefined;
let leaving: number | undefined;

/** The one phone of this page: asked for twice, as React does when it tries a component out, it is the same. */
export function openPhone(owner: string): Phone {
  window.clearTimeout(leaving);
  if (running?.owner !== owner) {
    running?.phone.stop();
    running = { owner, phone: startPhone(owner) };
  }
  return running.phone;
}

/** Milliseconds without the frame after which the phone is closed: a page that failed may be drawn in its place. */
const closesAfterMs = 1_500;

/** The frame is gone. A call goes on, unless the person signed out. */
export function leavePhone(): void {
  leaving = window.setTimeout(() => {
    if (isLive(phoneStore.get().call) && window.location.pathname !== href("/login")) return leavePhone();
    running?.phone.stop();
    running = undefined;
  }, closesAfterMs);
}

function startPhone(owner: string) {
  const ending = new AbortController();
  const { signal } = ending;
  const voice = document.createElement("audio");
  voice.autoplay = true;
  document.body.append(voice);
  const sounds = createSounds((soundBlocked) => phoneStore.set({ soundBlocked }));
  let socket: SipSocket | undefined;
  let line: SipLine | undefined;
  const effects = createCallEffects({
    owner,
    line: () => line,
    control: () => control,
    settled: () => log.settled(),
    remote: () => (voice.srcObject instanceof MediaStream ? voice.srcObject : null),
  });
  const log = createCallLog();
  const control = createCallControl({
    line: () => line,
    log,
    sounds,
    voice,
    onChange(before, after) {
      effects.changed(before, after);
      if (isLive(before) && !isLive(after)) void log.settled().then(() => effects.wrapUp(after));
      tellOthers();
    },
  });
  const leader = leadPhone(`phone ${owner}`, {
    onLead() {
      phoneStore.set({ tab: "here", other: null });
      void connect();
    },
    onLose() {
      disconnect();
      phoneStore.set({ tab: "elsewhere" });
    },
    onHear: (other) => phoneStore.set({ tab: "elsewhere", other }),
  });

  function tellOthers(): void {
    const { call, link } = phoneStore.get();
    const inCall = isLive(call);
    leader.say({ ready: link.state === "ready", inCall, who: inCall ? call.name || showPhone(call.phone) : "" });
  }

  async function connect(): Promise<void> {
    const answer = await phoneApi.setup();
    if (signal.aborted || phoneStore.get().tab !== "here") return;
    if (!answer.ok) {
      phoneStore.set({ setupProblem: answer.message });
      return;
    }
    const setup = answer.body;
    phoneStore.set({ setup, setupProblem: "" });
    void effects.wrapUp(undefined);
    if (!setup.extension || line) return;
    ({ socket, line } = openLine(setup.extension, setLink, control.hear));
    line.start();
    sendLeftRecordings(owner);
  }

  function setLink(link: PhoneState["link"]): void {
    phoneStore.set({ link, ...(link.state === "ready" ? { dismissed: false } : {}) });
    tellOthers();
  }

  function disconnect(): void {
    if (isLive(phoneStore.get().call)) control.hangUp();
    line?.stop();
    line = socket = undefined;
    setLink({ state: "connecting" });
  }

  const devices = createDeviceControl({ control, effects, sounds, voice });

  watchPage({
    signal,
    offline() {
      socket?.drop();
      setLink({ state: "offline" });
    },
    online() {
      socket?.retry();
      void phoneApi.status();
    },
    leave: () => line?.stop(),
    devices: devices.read,
  });
  void watchMicrophone().then(devices.read);

  return {
    ...control,
    startRecording: effects.startRecording,
    pauseRecording: effects.pauseRecording,
    reconnect() {
      phoneStore.set({ dismissed: false });
      if (line) socket?.retry();
      else void connect();
    },
    takeHere: leader.take,
    askForMicrophone: devices.ask,
    enableSound() {
      void voice.play().catch(() => undefined);
      void sounds.unlock().then(() => phoneStore.set({ soundBlocked: false }));
    },
    choose: devices.choose,
    /** The queue's status changed in the topbar, or a supervisor changed it. */
    readStatus: () => effects.wrapUp(undefined),
    stop() {
      ending.abort();
      effects.stop();
      line?.stop();
      leader.stop();
      sounds.close();
      voice.remove();
      phoneStore.set(phoneAtFirst);
    },
  };
}

/** The line of an extension, and the socket that it goes over. */
function openLine(extension: AgentExtension, setLink: (link: PhoneState["link"]) => void, hear: CallControl["hear"]) {
  const socket = createSipSocket(extension.pbx_server.wss_url, {
    onTry: (tries, waitMs) => setLink({ state: "trying", tries, at: phoneClock() + waitMs }),
    onGaveUp: (why) => setLink(why === "replaced" ? { state: "replaced" } : { state: "lost", at: phoneClock() }),
  });
  const line = createLine(extension, socket, (event, leg) => {
    if (event.kind === "registered") setLink({ state: "ready" });
    if (event.kind === "unregistered" && event.refused) setLink({ state: "refused" });
    hear(event, leg);
  });
  return { socket, line };
}

async function watchMicrophone(): Promise<void> {
  const set = (microphone: PhoneState["microphone"]) => phoneStore.set({ microphone });
  set(await microphonePermission(set));
}

/** What an earlier page could not send. */
function sendLeftRecordings(owner: string): void {
  void import("./recording/recorder").then(({ sendWaiting }) => sendWaiting(owner, Date.now())).catch(() => undefined);
}

type PageParts = {
  signal: AbortSignal;
  offline(): void;
  online(): void;
  leave(): void;
  devices(): Promise<void>;
};

/** What happens to the page: the network, its end, what is plugged in, and links to telephone numbers on it. */
function watchPage({ signal, offline, online, leave, devices }: PageParts): void {
  window.addEventListener("offline", offline, { signal });
  window.addEventListener("online", online, { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener(
    "beforeunload",
    (event) => {
      if (isLive(phoneStore.get().call)) event.preventDefault();
    },
    { signal },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  navigator.mediaDevices?.addEventListener(
    "devicechange",
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => void devices(), devicesRestMs);
    },
    { signal },
  );
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="tel:"]') : null;
      if (!link || event.ctrlKey || event.metaKey || !phoneStore.get().setup?.mayDial) return;
      event.preventDefault();
      if (isLive(phoneStore.get().call)) {
        phoneStore.notify("info", "You are in a call", "End it first, then call this number.");
        return;
      }
      const { callName: name = "", callSource: source = "" } = link.dataset;
      if (phoneStore.get().wrapUp)
        phoneStore.notify("info", "Finish the wrap-up first", "The dialler opens with this number after it.");
      phoneStore.set({ dialler: { phone: decodeURIComponent(link.href.slice("tel:".length)), name, source } });
    },
    { signal, capture: true },
  );
}
