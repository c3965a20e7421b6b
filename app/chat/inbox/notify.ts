const key = "chat notices";

export function notifies(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

/** Remembers the switch; turning it on asks the browser whether notices may be shown. Answers what holds then. */
export async function turnNotices(on: boolean): Promise<boolean> {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    return false;
  }
  // Not every browser has notices; the sound alone is worth the switch.
  if (on && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  if (on) beep();
  return on;
}

let sound: AudioContext | undefined;

/** Two short tones. A browser that wants a press first stays silent. */
function beep(): void {
  try {
    sound ??= new AudioContext();
    void sound.resume();
    const { currentTime, destination } = sound;
    for (const [at, pitch] of [
      [0, 660],
      [0.12, 880],
    ] as const) {
      const tone = new OscillatorNode(sound, { frequency: pitch });
      const volume = new GainNode(sound, { gain: 0 });
      volume.gain.setValueAtTime(0, currentTime + at);
      volume.gain.linearRampToValueAtTime(0.12, currentTime + at + 0.01);
      volume.gain.linearRampToValueAtTime(0, currentTime + at + 0.11);
      tone.connect(volume).connect(destination);
      tone.start(currentTime + at);
      tone.stop(currentTime + at + 0.12);
    }
  } catch {
    return;
  }
}

/** A tone, and a notice of the system when nobody looks at the page. `tag`: a later one of the same takes its place. */
export function ring(title: string, text: string, tag: string, onOpen: () => void): void {
  beep();
  if (!("Notification" in window) || Notification.permission !== "granted" || document.visibilityState === "visible")
    return;
  const notice = new Notification(title, { body: text.slice(0, 120), tag });
  notice.onclick = () => {
    window.focus();
    notice.close();
    onOpen();
  };
}
