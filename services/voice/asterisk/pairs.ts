import { type AskAri, isGone } from "./request";

/** Begins the ids of bridges that are ours. */
const bridgeMark = "jibu-pair-";

type AriPair = { leg: string; bridge: string };

/** Callers and whom they talk with, each two in a bridge of their own. */
export function ariPairs(ask: AskAri, onError: (error: unknown) => void) {
  const pairs = new Map<string, AriPair>();

  const drop = (path: string) =>
    ask("DELETE", path).catch((error: unknown) => {
      if (!isGone(error)) onError(error);
    });
  const callerWith = (leg: string) => [...pairs].find(([, pair]) => pair.leg === leg)?.[0];

  return {
    has: (call: string) => pairs.has(call),
    callerWith,
    /** Whether both hear each other now. */
    async connect(call: string, leg: string): Promise<boolean> {
      const bridge = `${bridgeMark}${leg}`;
      await ask("DELETE", `/channels/${encodeURIComponent(call)}/moh`).catch(() => undefined);
      pairs.set(call, { leg, bridge });
      try {
        await ask("POST", `/bridges/${bridge}`, { query: { type: "mixing" } });
        await ask("POST", `/bridges/${bridge}/addChannel`, { query: { channel: [call, leg].join() } });
        return pairs.has(call);
      } catch (error) {
        pairs.delete(call);
        await drop(`/bridges/${bridge}`);
        // One of them hung up in between (400, 404, 422): that is told by itself.
        if (!(error instanceof Error && "status" in error && error.status !== 0)) onError(error);
        return false;
      }
    },
    /** The caller has gone, or whom they talked with: what is left of it is ended. */
    async part(call: string): Promise<void> {
      const pair = pairs.get(call);
      if (!pair) return;
      pairs.delete(call);
      await drop(`/channels/${encodeURIComponent(pair.leg)}`);
      await drop(`/bridges/${pair.bridge}`);
    },
    /** They are no longer ours; answers the caller. */
    forget(leg: string): string | undefined {
      const call = callerWith(leg);
      if (call) pairs.delete(call);
      return call;
    },
    /** Takes up what a process before this one connected; answers the channels of it that are callers. */
    adopt(bridges: readonly { id: string; channels: readonly string[] }[]): string[] {
      return bridges.flatMap(({ id: bridge, channels }) => {
        const leg = bridge.slice(bridgeMark.length);
        const call = channels.find((one) => one !== leg);
        if (!bridge.startsWith(bridgeMark) || !call || !channels.includes(leg) || pairs.has(call)) return [];
        pairs.set(call, { leg, bridge });
        return [call];
      });
    },
    legs: () => [...pairs.values()].map(({ leg }) => leg),
  };
}
