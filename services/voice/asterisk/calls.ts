import { z } from "zod";
import type { AnsweredBy } from "../../../rules/answering-machines";
import type { DialOutcome, DialResult } from "../../../rules/robocalls";
import type { CallerEvent } from "../flows/driver";
import type { PlacedCall } from "../robocalls/driver";
import { type AriLine, channelPath, dialledMark } from "./actions";
import { type AriAddress, AriError, type AskAri, isGone, readJson } from "./request";
import type { ariWorks } from "./works";

type CallParts = {
  ask: AskAri;
  address: AriAddress;
  trunk: string;
  /** The dialplan context that finds out who answered; undefined: it is not found out. */
  amdContext: string | undefined;
  lines: Map<string, AriLine>;
  works: ReturnType<typeof ariWorks>;
  onError(error: unknown): void;
};

/** Milliseconds for which the end of a call that rang too long is waited for. */
const lateMs = 5_000;
/** Milliseconds that AMD() may take, and with it WaitForSilence() until a machine's greeting is over. */
const detectMs = { hang_up: 15_000, leave_message: 60_000 } as const;
/** The extensions of the context: who answered is told at once, or after the greeting of a machine. */
const extensions = { hang_up: "detect", leave_message: "leave" } as const;

/** Why a channel ended (ITU-T Q.850): the phone is busy or refuses, or the network has no line for the moment. */
const busyCauses: ReadonlySet<number> = new Set([17, 21, 34, 38, 41, 42, 44]);
/** Not stated, ended by us, no one answers, or the phone is off. */
const unansweredCauses: ReadonlySet<number> = new Set([0, 16, 18, 19, 20]);

/** A channel with the dialplan application that it is in, which older versions of Asterisk do not tell. */
const channelInDialplan = z.object({
  dialplan: z.object({ app_name: z.string().default(""), app_data: z.string().default("") }),
});

/** Calls that we place over the trunk, each a channel with the id that it is given. */
export function ariCalls({ ask, address, trunk, amdContext, lines, works, onError }: CallParts) {
  /** Of calls that are not answered yet, why their channel ended and what AMDSTATUS says. */
  const calls = new Map<string, { cause: number; status: string; detects: boolean }>();

  /**
   * The channel goes to the dialplan once it is answered, and comes to the application from there: what happens to it
   * before is told only where the application subscribes to it.
   */
  async function beginDetected(reference: string, query: Record<string, string>): Promise<void> {
    const at = channelPath(reference);
    await ask("POST", at, { query });
    try {
      const eventSource = `channel:${reference}`;
      await ask("POST", `/applications/${address.app}/subscription`, { query: { eventSource } });
    } catch (error) {
      // It has ended already.
      if (error instanceof AriError && error.status === 422) return void works.settle(reference, "gone");
      await ask("DELETE", at).catch(onError);
      throw error;
    }
  }

  return {
    /** A channel has ended. */
    note(channel: string, cause: number): void {
      const call = calls.get(channel);
      if (call) call.cause = cause;
    },
    /** The dialplan hands a channel to the application. @param status AMDSTATUS, where it was looked at */
    answer(channel: string, status = ""): boolean {
      const call = calls.get(channel);
      if (call) call.status = status;
      return works.settle(channel, "done");
    },
    /** @throws AriError where it is not known what became of it */
    async dial(
      { reference, from, to, ringSeconds, onMachine }: PlacedCall,
      tell: (event: CallerEvent) => void,
    ): Promise<DialOutcome> {
      const at = channelPath(reference);
      const target = { endpoint: `PJSIP/${to}@${trunk}`, timeout: String(ringSeconds), callerId: from };
      const end = ["DELETE", at] as const;
      const ringMs = ringSeconds * 1_000 + lateMs;
      // An agent who is rung for the call sees who was called.
      lines.set(reference, { from: to, tell, messages: new Set() });
      const call = { cause: 0, status: "", detects: onMachine !== "off" && amdContext !== undefined };
      calls.set(reference, call);
      let result: DialResult = "failed";
      try {
        const how =
          onMachine === "off" || amdContext === undefined
            ? await works.start(
                reference,
                { call: reference, kind: "ring", at, end },
                () => ask("POST", at, { query: { ...target, app: address.app, appArgs: dialledMark } }),
                ringMs,
              )
            : await works.start(
                reference,
                { call: reference, kind: "detect", at, end },
                () =>
                  beginDetected(reference, {
                    ...{ ...target, context: amdContext, extension: extensions[onMachine], priority: "1" },
                  }),
                ringMs + detectMs[onMachine],
              );
        result = how === "done" ? "answered" : dialResult(call.cause);
      } catch (error) {
        // It has no such endpoint, or cannot reach it: no one was rung.
        if (!(error instanceof AriError && (error.status === 400 || error.status === 500))) throw error;
      } finally {
        calls.delete(reference);
        if (result !== "answered") lines.delete(reference);
      }
      return result === "answered" ? { result, by: answeredBy(call.status) } : { result };
    },
    /** Events were lost: a channel that is in the application by now says with what it came. */
    async readAgain(): Promise<void> {
      for (const [channel, { detects }] of [...calls]) {
        if (!detects) continue;
        try {
          const read = channelInDialplan.safeParse(readJson(await ask("GET", channelPath(channel)))).data;
          const { app_name: name = "", app_data: data = "" } = read?.dialplan ?? {};
          if (name === "Stasis") this.answer(channel, data.split(",")[2]);
        } catch (error) {
          if (isGone(error)) works.settle(channel, "gone");
          else onError(error);
        }
      }
    },
  };
}

/** AMD() is not sure now and then, and may not have been asked. */
function answeredBy(status: string): AnsweredBy {
  if (status === "MACHINE") return "machine";
  return status === "HUMAN" ? "person" : "unknown";
}

function dialResult(cause: number): Exclude<DialResult, "answered"> {
  if (busyCauses.has(cause)) return "busy";
  return unansweredCauses.has(cause) ? "no_answer" : "failed";
}
