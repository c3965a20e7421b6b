import type { DialResult } from "../../../rules/robocalls";
import type { CallerEvent } from "../flows/driver";
import type { PlacedCall } from "../robocalls/driver";
import { type AriLine, channelPath, dialledMark } from "./actions";
import { type AriAddress, AriError, type AskAri } from "./request";
import type { ariWorks } from "./works";

type CallParts = {
  ask: AskAri;
  address: AriAddress;
  trunk: string;
  lines: Map<string, AriLine>;
  works: ReturnType<typeof ariWorks>;
};

/** Milliseconds for which the end of a call that rang too long is waited for. */
const lateMs = 5_000;

/** Why a channel ended (ITU-T Q.850): the phone is busy or refuses, or the network has no line for the moment. */
const busyCauses: ReadonlySet<number> = new Set([17, 21, 34, 38, 41, 42, 44]);
/** Not stated, ended by us, no one answers, or the phone is off. */
const unansweredCauses: ReadonlySet<number> = new Set([0, 16, 18, 19, 20]);

/** Calls that we place over the trunk, each a channel with the id that it is given. */
export function ariCalls({ ask, address, trunk, lines, works }: CallParts) {
  /** Of calls that are not answered yet, why their channel ended. */
  const causes = new Map<string, number>();

  return {
    /** A channel has ended. */
    note(channel: string, cause: number): void {
      if (causes.has(channel)) causes.set(channel, cause);
    },
    /** @throws AriError where it is not known what became of it */
    async dial(
      { reference, from, to, ringSeconds }: PlacedCall,
      tell: (event: CallerEvent) => void,
    ): Promise<DialResult> {
      const at = channelPath(reference);
      const query = {
        endpoint: `PJSIP/${to}@${trunk}`,
        ...{ app: address.app, appArgs: dialledMark, timeout: String(ringSeconds), callerId: from },
      };
      // An agent who is rung for the call sees who was called.
      lines.set(reference, { from: to, tell, messages: new Set() });
      causes.set(reference, 0);
      let result: DialResult = "failed";
      try {
        const work = { call: reference, kind: "ring", at, end: ["DELETE", at] } as const;
        const how = await works.start(reference, work, () => ask("POST", at, { query }), ringSeconds * 1_000 + lateMs);
        result = how === "done" ? "answered" : dialResult(causes.get(reference) ?? 0);
      } catch (error) {
        // It has no such endpoint, or cannot reach it: no one was rung.
        if (!(error instanceof AriError && (error.status === 400 || error.status === 500))) throw error;
      } finally {
        causes.delete(reference);
        if (result !== "answered") lines.delete(reference);
      }
      return result;
    },
  };
}

function dialResult(cause: number): DialResult {
  if (busyCauses.has(cause)) return "busy";
  return unansweredCauses.has(cause) ? "no_answer" : "failed";
}
