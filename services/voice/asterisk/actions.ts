import { randomUUID } from "node:crypto";
import { readWav } from "../../kit/wav";
import type { CallerEvent, RecordedMessage, RingTarget } from "../flows/driver";
import { encodeMp3 } from "../recordings/encode";
import type { ariPairs } from "./pairs";
import { type AriAddress, AriError, type AskAri, isGone } from "./request";
import type { ariWorks } from "./works";

/** A caller's channel in the Stasis application. */
export type AriLine = {
  from: string;
  tell(event: CallerEvent): void;
  /** Messages that are fetched: `gone` is told after them. */
  messages: Set<Promise<unknown>>;
};

type ActionParts = {
  ask: AskAri;
  address: AriAddress;
  trunk: string;
  lines: ReadonlyMap<string, AriLine>;
  works: ReturnType<typeof ariWorks>;
  pairs: ReturnType<typeof ariPairs>;
  /** Asks for something that may be gone already. */
  drop(method: "POST" | "DELETE", path: string): Promise<unknown>;
};

/** What marks a channel that we dialled, as the application's first argument. */
export const dialledMark = "jibu-dialled";

/** Milliseconds: the longest that a sound takes, and what is added to the seconds of what ends by itself. */
const playMs = 30 * 60_000;
const lateMs = 5_000;

export const channelPath = (channel: string) => `/channels/${encodeURIComponent(channel)}`;

/** What takes its time: sounds, phones that ring, messages. */
export function ariActions({ ask, address, trunk, lines, works, pairs, drop }: ActionParts) {
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
      const sound = readWav(await ask("GET", `${stored}/file`));
      return sound && (await encodeMp3(sound));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    } finally {
      void drop("DELETE", stored);
    }
  }

  return { playMedia, ringTarget, recordMessage };
}
