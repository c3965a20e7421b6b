import { randomUUID } from "node:crypto";
import type { CallDriver, CallerEvent, RecordedMessage, RingTarget } from "../flows/driver";
import { messageFromWav } from "./message";
import { ariPairs } from "./pairs";
import { type AriAddress, AriError, type AskAri, isGone } from "./request";
import type { AriEvent } from "./wire";
import { ariWorks } from "./works";

/** A caller's channel in the Stasis application. */
export type AriLine = {
  from: string;
  tell(event: CallerEvent): void;
  /** Messages that are fetched: `gone` is told after them. */
  messages: Set<Promise<unknown>>;
};

export type AriDriverParts = {
  ask: AskAri;
  address: AriAddress;
  /** The PJSIP endpoint that leads outside. */
  trunk: string;
  publicUrl(): string;
  onError(error: unknown): void;
};

/** What marks a channel that we dialled, as the application's first argument. */
export const dialledMark = "jibu-dialled";

/** Milliseconds: the longest that a sound takes, and what is added to the seconds of what ends by itself. */
const playMs = 30 * 60_000;
const lateMs = 5_000;

/** Calls in Asterisk as flows see them. What is heard of a channel is handed to `hear`. */
export function ariDriver({ ask, address, trunk, publicUrl, onError }: AriDriverParts) {
  const lines = new Map<string, AriLine>();
  const online = new Set<string>();
  const works = ariWorks(ask, onError);
  const pairs = ariPairs(ask, onError);

  /** Asks for something that may be gone already. */
  const drop = (method: "POST" | "DELETE", path: string) =>
    ask(method, path).catch((error: unknown) => {
      if (!isGone(error)) onError(error);
    });
  const channelPath = (channel: string) => `/channels/${encodeURIComponent(channel)}`;

  async function playMedia(call: string, media: string): Promise<void> {
    const id = `jibu-${randomUUID()}`;
    const at = `/playbacks/${id}`;
    const begin = () => ask("POST", `${channelPath(call)}/play/${id}`, { query: { media } });
    await works.start(id, { call, kind: "play", at, end: ["DELETE", at] }, begin, playMs);
  }

  async function ringTarget(call: string, { to, seconds, headers }: RingTarget): Promise<boolean> {
    const leg = `jibu-${randomUUID()}`;
    const isExtension = /^\d{2,6}$/.test(to);
    const query = {
      endpoint: isExtension ? `PJSIP/${to}` : `PJSIP/${to}@${trunk}`,
      ...{ app: address.app, appArgs: dialledMark, timeout: String(seconds), originator: call },
      callerId: lines.get(call)?.from ?? "",
    };
    const variables = Object.fromEntries(
      headers.map((header) => {
        const colon = header.indexOf(":");
        return [`PJSIP_HEADER(add,${header.slice(0, colon)})`, header.slice(colon + 1).trim()];
      }),
    );
    const at = channelPath(leg);
    const begin = () => ask("POST", at, { query, body: { variables } });
    try {
      const how = await works.start(
        leg,
        { call, kind: "ring", at, end: ["DELETE", at] },
        begin,
        seconds * 1_000 + lateMs,
      );
      if (how !== "done") return false;
    } catch (error) {
      // It has no phone of this name, or cannot reach it: nobody was rung.
      if (error instanceof AriError && (error.status === 400 || error.status === 500)) return false;
      throw error;
    }
    if (lines.has(call) && (await pairs.connect(call, leg))) return true;
    await drop("DELETE", at);
    return false;
  }

  async function recordMessage(call: string, seconds: number): Promise<RecordedMessage | undefined> {
    const name = `jibu-${randomUUID()}`;
    const live = `/recordings/live/${name}`;
    const query = {
      ...{ name, format: "wav", maxDurationSeconds: String(seconds), beep: "true" },
      ...{ terminateOn: "#", ifExists: "overwrite" },
    };
    const begin = () => ask("POST", `${channelPath(call)}/record`, { query });
    const how = await works.start(
      name,
      { call, kind: "record", at: live, end: ["DELETE", live] },
      begin,
      seconds * 1_000 + lateMs,
    );
    if (how !== "done") return undefined;
    const stored = `/recordings/stored/${name}`;
    try {
      // 16 bits, at most 48,000 times a second.
      const wav = await ask("GET", `${stored}/file`, { bytes: (seconds + 5) * 96_000 });
      return await messageFromWav(wav);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    } finally {
      void drop("DELETE", stored);
    }
  }

  /** The caller is gone. */
  async function lose(call: string): Promise<void> {
    const line = lines.get(call);
    if (!line) return;
    lines.delete(call);
    await works.stop(call, "gone", ["play", "ring"]);
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
    lines,
    works,
    pairs,
    online,
    lose,
    drop,
    channelPath,
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
        if (works.settle(id, "gone")) return;
        const caller = pairs.callerWith(id);
        if (caller) void pairs.part(caller).then(() => drop("DELETE", channelPath(caller)));
        void lose(id).catch(onError);
      }
    },
  };
}
