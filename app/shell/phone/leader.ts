/** What the tab that has the phone tells the others, so that they can show it. */
export type OtherTab = { ready: boolean; inCall: boolean; who: string };

type LeaderEvents = {
  /** This tab has the phone now. */
  onLead(): void;
  /** Another tab took it over. */
  onLose(): void;
  /** What the tab that has the phone says of itself. */
  onHear(other: OtherTab): void;
};

/**
 * One tab of a browser has the phone: with two, each would throw the other out of its registration, many times a
 * second. When it closes, the next one has it at once.
 * @param name of the person: another one in this browser has a phone of their own
 */
export function leadPhone(name: string, { onLead, onLose, onHear }: LeaderEvents) {
  const channel = new BroadcastChannel(name);
  const stopping = new AbortController();
  let release: (() => void) | undefined;
  let said: OtherTab | undefined;

  function request(options: LockOptions): void {
    const held = navigator.locks.request(name, options, () => {
      if (stopping.signal.aborted) return;
      return new Promise<void>((resolve) => {
        release = resolve;
        onLead();
      });
    });
    held.catch(() => {
      // Taken over, or stopped: only the first goes on.
      const had = release !== undefined;
      release = undefined;
      if (stopping.signal.aborted) return;
      if (had) onLose();
      request({ signal: stopping.signal });
    });
  }

  channel.onmessage = ({ data }: MessageEvent<OtherTab | "who has it?">) => {
    if (data === "who has it?") {
      if (release && said) channel.postMessage(said);
    } else if (!release) onHear(data);
  };
  request({ signal: stopping.signal });
  channel.postMessage("who has it?");

  return {
    /** Takes the phone from the tab that has it. */
    take: () => request({ steal: true }),
    say(state: OtherTab) {
      said = state;
      if (release) channel.postMessage(state);
    },
    stop() {
      stopping.abort();
      release?.();
      channel.close();
    },
  };
}
