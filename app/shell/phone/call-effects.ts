import { type Call, isConsultation, isLive } from "../../../rules/call";
import { showPhone } from "../../../rules/phone";
import type { CallControl } from "./call-control";
import type { SipLine } from "./line";
import { phoneApi } from "./phone-api";
import { phoneStore } from "./phone-store";
import { lineQuality, lineSample } from "./quality";
import type { Recorder } from "./recording/recorder";
import { ringNotice } from "./ring-notice";
import { createWrapUp } from "./wrap-up";

/** Milliseconds between two looks at the line's quality. */
const qualityEveryMs = 5_000;

type EffectParts = {
  owner: string;
  line(): SipLine | undefined;
  control(): CallControl;
  remote(): MediaStream | null;
  settled(): Promise<void>;
};

export type CallEffects = ReturnType<typeof createCallEffects>;

/** What a call brings with it besides its sound: who it is, the notice that it rings, its quality, its recording. */
export function createCallEffects({ owner, line, control, remote, settled }: EffectParts) {
  let stopRinging: () => void = () => undefined;
  let qualityTimer: ReturnType<typeof setInterval> | undefined;
  let recorder: Promise<Recorder | undefined> | undefined;
  const wrapUp = createWrapUp(owner);

  /** Who calls: while it rings, before anybody answers. */
  async function look(call: Call): Promise<void> {
    phoneStore.set({ caller: null });
    // A colleague who asks about somebody is known; whom they ask about is looked up.
    const answer = await phoneApi.caller(call.about || call.phone);
    if (answer.ok && phoneStore.get().call?.sessionId === call.sessionId) phoneStore.set({ caller: answer.body });
  }

  function watchQuality(): void {
    clearInterval(qualityTimer);
    let before = lineSample([]);
    qualityTimer = setInterval(async () => {
      const report = await line()?.stats();
      if (!report) return;
      const now = lineSample(report as unknown as Iterable<[string, Record<string, unknown>]>);
      phoneStore.set({ quality: lineQuality(before, now) });
      before = now;
    }, qualityEveryMs);
  }

  async function record(call: Call): Promise<Recorder | undefined> {
    const [local, sound] = [control().microphone(), remote()];
    if (!local || !sound) return undefined;
    try {
      const { startRecorder } = await import("./recording/recorder");
      const started = await startRecorder({ callId: call.callId || call.sessionId, owner }, local, sound);
      if (phoneStore.get().call?.state !== "terminated") phoneStore.set({ recording: "on" });
      return started;
    } catch {
      phoneStore.set({ recording: "failed" });
      return undefined;
    }
  }

  async function save(call: Call): Promise<void> {
    const started = await recorder;
    recorder = undefined;
    if (phoneStore.get().recording === "offered") phoneStore.set({ recording: "none" });
    if (!started) return;
    phoneStore.set({ recording: "saving" });
    const { sendRecording } = await import("./recording/recorder");
    const whole = await started.stop();
    // Only of a call that the server knows as answered it takes one.
    await settled();
    const saved = whole && (await sendRecording(call.callId || call.sessionId));
    if (!isLive(phoneStore.get().call)) phoneStore.set({ recording: saved ? "none" : "failed" });
    if (!saved) phoneStore.notify("error", "Recording not saved", "It is kept in this browser and sent again later.");
  }

  function over(call: Call): void {
    clearInterval(qualityTimer);
    stopRinging();
    phoneStore.set({ digits: "", interrupted: false, quality: { level: "good", why: "" } });
    if (call.answered) void save(call);
  }

  return {
    changed(before: Call | undefined, after: Call | undefined) {
      if (!after) return;
      if (!before) void look(after);
      if (after.type === "inbound" && after.state === "ringing" && !before)
        stopRinging = ringNotice(after.name || showPhone(after.phone));
      if (after.state !== "ringing") stopRinging();
      if (after.answered && !before?.answered) {
        watchQuality();
        const mode = isConsultation(after) ? "never" : (phoneStore.get().setup?.recording ?? "never");
        if (mode === "always") recorder = record(after);
        if (mode === "by_hand") phoneStore.set({ recording: "offered" });
      }
      if (isLive(before) && !isLive(after)) over(after);
    },
    /** What the last call was about is still to be said. */
    wrapUp: wrapUp.show,
    /** By hand: the agent has asked for it. */
    startRecording() {
      const { call, recording } = phoneStore.get();
      if (call && isLive(call) && call.answered && recording === "offered") recorder = record(call);
    },
    async pauseRecording(paused: boolean) {
      (await recorder)?.pause(paused);
      phoneStore.set({ recording: paused ? "paused" : "on" });
    },
    retap: async (track: MediaStreamTrack) => (await recorder)?.retap(track),
    stop() {
      clearInterval(qualityTimer);
      stopRinging();
      wrapUp.stop();
    },
  };
}
