import type { CallLogUpdate } from "../../../rules/call";
import type { DiallingNumber } from "../../../rules/dialling";
import type { RecordingMode } from "../../../rules/outbound";
import type { CallType } from "../../../rules/voice";
import type { CallerDetail } from "../../../services/voice/contract.calls";
import type { AgentExtension, DispositionType, VoiceAgentStatus } from "../../../services/voice/contract.schemas";
import { href } from "../../href";

/** What the phone begins with. */
export type PhoneSetup = {
  extension: AgentExtension | null;
  numbers: DiallingNumber[];
  dispositions: DispositionType[];
  status: VoiceAgentStatus;
  /** Whether answered calls are recorded. */
  recording: RecordingMode;
  /** The account's clock, by which call-backs are planned. */
  zone: string;
  mayTicket: boolean;
  mayDial: boolean;
  mayAnswer: boolean;
};
export type Colleague = { name: string; exten: string; available: boolean };
export type InitiatedCall = { dial: string };

/** What the phone asks its own server for. */
export type PhoneRequest =
  | ({ intent: "update" } & Omit<CallLogUpdate, "callId"> & { callId?: string })
  | {
      intent: "log";
      reference: string;
      callId: string;
      phoneNumber: string;
      name: string;
      type: CallType;
      status: "Ringing" | "Rejected" | "Trying";
      queueReference: string;
      calledNumber: string;
      consultOf: string;
      transferredBy: string;
    }
  | {
      intent: "initiate";
      reference: string;
      phone: string;
      name: string;
      prefix: string;
      source: string;
      /** The caller's call about whom somebody is asked. */
      consultOf: string;
    }
  | { intent: "disposition"; reference: string; disposition_id: number; item_id: number | null; note: string }
  | { intent: "ticket"; reference: string; subject: string; description: string; phone: string; name: string }
  | { intent: "callBack"; reference: string; date: string; time: string; note: string };

/** An answer of the server, or why there is none: `status` 0 is a network that failed. */
export type PhoneAnswer<T> = { ok: true; body: T } | { ok: false; status: number; message: string };

const noServer = "There is no connection to the server. Try again in a moment.";

async function ask<T>(path: string, init: RequestInit = {}): Promise<PhoneAnswer<T>> {
  const answer = await window
    .fetch(path, { ...init, headers: { accept: "application/json", ...init.headers } })
    .catch(() => undefined);
  if (!answer) return { ok: false, status: 0, message: noServer };
  // Signed out in another tab: the page leads to the sign-in with the next click.
  if (answer.redirected || !answer.headers.get("content-type")?.includes("json"))
    return { ok: false, status: answer.ok ? 401 : answer.status, message: noServer };
  const body = (await answer.json().catch(() => ({}))) as T & { message?: string };
  if (answer.ok) return { ok: true, body };
  return { ok: false, status: answer.status, message: body.message ?? noServer };
}

export const phoneApi = {
  setup: () => ask<PhoneSetup>(href("/phone")),
  status: () => ask<VoiceAgentStatus>(href("/phone", undefined, { part: "status" })),
  caller: (number: string) => ask<CallerDetail>(href("/phone", undefined, { part: "caller", number })),
  colleagues: () => ask<Colleague[]>(href("/phone", undefined, { part: "colleagues" })),
  send: <T = unknown>(request: PhoneRequest) =>
    ask<T>(href("/phone"), {
      method: "POST",
      body: new URLSearchParams(
        Object.entries(request).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
      ),
      // What is told on leaving the page goes out all the same.
      keepalive: true,
    }),
  saveRecording(callId: string, recording: Blob) {
    const form = new FormData();
    form.set("callId", callId);
    form.set("audioRecording", new File([recording], `${callId.replace(/[^\w.-]/g, "_")}.mp3`, { type: "audio/mpeg" }));
    return ask<{ message: string }>(href("/phone/recordings", undefined, { call: callId }), {
      method: "POST",
      body: form,
    });
  },
};
