import { type Call, logUpdate } from "../../../rules/call";
import { type PhoneAnswer, type PhoneRequest, phoneApi } from "./phone-api";

/** Milliseconds before each try to tell the log; the network may be the reason why the call ended. */
const waits = [0, 2_000, 5_000, 15_000, 30_000];

/** What the PBX says of a call that rings. */
type ArrivalFacts = { queueReference: string; calledNumber: string; transferredBy: string };
const noFacts: ArrivalFacts = { queueReference: "", calledNumber: "", transferredBy: "" };

type Send = (request: PhoneRequest) => Promise<PhoneAnswer<unknown>>;

/** Tells the log of calls, in the order in which things happened: one after the other, each until it is known. */
export function createCallLog(send: Send = phoneApi.send, report: (message: string) => void = () => undefined) {
  let telling: Promise<void> = Promise.resolve();

  async function tell(request: PhoneRequest): Promise<void> {
    for (const wait of waits) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const answer = await send(request);
      if (answer.ok) return;
      if (answer.status !== 0 && answer.status < 500) return report(answer.message);
    }
  }
  function add(request: PhoneRequest): void {
    telling = telling.then(() => tell(request));
  }

  return {
    /** A call rings here. */
    ringing({ sessionId, callId, phone, name, consultOf }: Call, more: ArrivalFacts) {
      const call = { reference: sessionId, callId, phoneNumber: phone, name, type: "inbound" } as const;
      add({ intent: "log", ...call, status: "Ringing", consultOf, ...more });
    },
    /** A colleague is asked about a caller. */
    asked({ sessionId, callId, phone, name, consultOf }: Call) {
      const call = { reference: sessionId, callId, phoneNumber: phone, name, type: "outbound" } as const;
      add({ intent: "log", ...call, status: "Trying", consultOf, ...noFacts });
    },
    /** A second call, which was refused as busy. */
    refused(callId: string, phone: string, name: string) {
      const call = { reference: callId, callId, phoneNumber: phone, name, type: "inbound" } as const;
      add({ intent: "log", ...call, status: "Rejected", consultOf: "", ...noFacts });
    },
    changed(before: Call | undefined, after: Call | undefined, now: number) {
      const update = before && logUpdate(before, after, now);
      if (!update) return;
      const { callId, ...told } = update;
      add({ intent: "update", ...told, ...(callId ? { callId } : {}) });
    },
    /** When all that was added is told, or given up. */
    settled: () => telling,
  };
}
