/** Seconds of tone and silence, and the tones: a caller rings, or the other side does (Kenya: 425 Hz). */
const patterns = {
  ring: { hertz: [440, 554], on: 1, off: 2, loud: 0.25 },
  ringback: { hertz: [425], on: 1, off: 4, loud: 0.1 },
} as const;
type Pattern = keyof typeof patterns;

/** Sets the speaker where the browser can; else it is the system's. */
type Sinkable = { setSinkId?(id: string): Promise<void> };
export async function setSpeaker(target: Sinkable, id: string): Promise<void> {
  await target.setSinkId?.(id).catch(() => undefined);
}

/**
 * The phone's sounds. A browser plays nothing before the person did something on the page: one context is opened with
 * the first press, and whether it sounds is said. The pattern is one looped buffer, so that a tab in the background,
 * whose timers are slowed, rings as it should.
 */
export function createSounds(onBlocked: (blocked: boolean) => void) {
  let context: AudioContext | undefined;
  let playing: { pattern: Pattern; source: AudioBufferSourceNode } | undefined;
  let speaker = "";

  function ready(): AudioContext {
    context ??= new AudioContext();
    return context;
  }

  async function unlock(): Promise<void> {
    const opened = ready();
    if (opened.state === "suspended") await opened.resume().catch(() => undefined);
    onBlocked(playing !== undefined && opened.state !== "running");
  }
  const presses = ["pointerdown", "keydown"] as const;
  const onPress = () => void unlock();
  for (const name of presses) window.addEventListener(name, onPress, { capture: true, passive: true });

  function buffer(opened: AudioContext, pattern: Pattern): AudioBuffer {
    const { hertz, on, off, loud } = patterns[pattern];
    const rate = opened.sampleRate;
    const made = opened.createBuffer(1, Math.round((on + off) * rate), rate);
    const samples = made.getChannelData(0);
    for (let i = 0; i < on * rate; i++) {
      // Without a soft edge each tone would begin and end with a click.
      const edge = Math.min(1, i / 400, (on * rate - i) / 400);
      const tones = hertz.reduce((sum, one) => sum + Math.sin((2 * Math.PI * one * i) / rate), 0);
      samples[i] = (loud * edge * tones) / hertz.length;
    }
    return made;
  }

  function stop(): void {
    playing?.source.stop();
    playing = undefined;
    onBlocked(false);
  }

  return {
    unlock,
    play(pattern: Pattern) {
      if (playing?.pattern === pattern) return;
      stop();
      const opened = ready();
      const source = opened.createBufferSource();
      source.buffer = buffer(opened, pattern);
      source.loop = true;
      source.connect(opened.destination);
      source.start();
      playing = { pattern, source };
      void unlock();
    },
    stop,
    async setSpeaker(id: string) {
      if (speaker === id) return;
      speaker = id;
      await setSpeaker(ready() as Sinkable, id);
    },
    close() {
      stop();
      for (const name of presses) window.removeEventListener(name, onPress, { capture: true });
      void context?.close();
      context = undefined;
    },
  };
}
