import type { CallDriver } from "../flows/driver";
import type { DiallingDriver } from "../robocalls/driver";
import { type AriLine, ariActions, channelPath } from "./actions";
import { ariCalls } from "./calls";
import { ariPairs } from "./pairs";
import { type AriAddress, type AskAri, isGone } from "./request";
import type { AriEvent } from "./wire";
import { ariWorks } from "./works";

export type AriDriverParts = {
  ask: AskAri;
  address: AriAddress;
  /** The PJSIP endpoint that leads outside. */
  trunk: string;
  /** The dialplan context that finds out who answered. */
  amdContext?: string | undefined;
  publicUrl(): string;
  onError(error: unknown): void;
};

/** Milliseconds for which the message of a caller who is gone is waited for. */
const lateMs = 5_000;

/** Calls in Asterisk as flows see them. What is heard of a channel is handed to `hear`. */
export function ariDriver({ ask, address, trunk, amdContext, publicUrl, onError }: AriDriverParts) {
  const lines = new Map<string, AriLine>();
  const online = new Set<string>();
  const works = ariWorks(ask, onError);
  const pairs = ariPairs(ask, onError);

  /** Asks for something that may be gone already. */
  const drop = (method: "POST" | "DELETE", path: string) =>
    ask(method, path).catch((error: unknown) => {
      if (!isGone(error)) onError(error);
    });

  const { playMedia, ringTarget, recordMessage } = ariActions({ ask, address, trunk, lines, works, pairs, drop });

  const calls = ariCalls({ ask, address, trunk, amdContext, lines, works, onError });

  /** The caller is gone. */
  async function lose(call: string): Promise<void> {
    const line = lines.get(call);
    if (!line) return;
    lines.delete(call);
    await works.stop(call, "gone", ["play", "ring", "detect"]);
    await pairs.part(call);
    // A message ends with its call, which is told too; where it isn't, what there is of it is fetched.
    const late = setTimeout(() => void works.stop(call, "done", ["record"]), lateMs);
    await Promise.allSettled(line.messages);
    clearTimeout(late);
    line.tell({ type: "gone" });
  }

  const driver: CallDriver = {
    async answer(call) {
      await ask("POST", `${channelPath(call)}/answer`).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },
    play: (call, { url }) => playMedia(call, `sound:${new URL(url, publicUrl()).href.replaceAll(",", "%2C")}`),
    announce(call, place) {
      const many = ["sound:queue-thereare", `number:${place}`, "sound:queue-callswaiting"].join();
      return playMedia(call, place === 1 ? "sound:queue-youarenext" : many);
    },
    async hold(call) {
      await drop("POST", `${channelPath(call)}/moh`);
    },
    ring: ringTarget,
    isReachable: (exten) => online.has(exten),
    record(call, seconds) {
      const message = recordMessage(call, seconds);
      const line = lines.get(call);
      line?.messages.add(message);
      return message.finally(() => line?.messages.delete(message));
    },
    stop: (call) => works.stop(call),
    async hangUp(call) {
      lines.delete(call);
      await works.stop(call);
      await drop("DELETE", channelPath(call));
      await pairs.part(call);
    },
  };

  return {
    driver,
    dialling: { ...driver, dial: calls.dial } satisfies DiallingDriver,
    lines,
    works,
    calls,
    pairs,
    online,
    lose,
    drop,
    /** What Asterisk tells, other than a call's beginning. */
    hear(event: Exclude<AriEvent, { type: "StasisStart" }>): void {
      if (event.type === "PlaybackFinished") works.settle(event.playback.id, "done");
      else if (event.type === "RecordingFinished" || event.type === "RecordingFailed")
        works.settle(event.recording.name, event.type === "RecordingFinished" ? "done" : "gone");
      else if (event.type === "EndpointStateChange") {
        const { technology, resource, state } = event.endpoint;
        if (technology !== "PJSIP") return;
        if (state === "online") online.add(resource);
        else online.delete(resource);
      } else if (event.type === "ChannelDtmfReceived") {
        if (/^[0-9*#]$/.test(event.digit) && !pairs.has(event.channel.id))
          lines.get(event.channel.id)?.tell({ type: "key", key: event.digit });
      } else if (event.type === "BridgeBlindTransfer") {
        // The agent gave the caller to somebody else: they talk without us.
        if (event.result === "Success") lines.delete(pairs.forget(event.channel.id) ?? "");
      } else {
        const { id } = event.channel;
        if (event.type === "ChannelDestroyed") calls.note(id, event.cause);
        if (works.settle(id, "gone")) return;
        const caller = pairs.callerWith(id);
        if (caller) void pairs.part(caller).then(() => drop("DELETE", channelPath(caller)));
        void lose(id).catch(onError);
      }
    },
  };
}
