// /phone - what the phone in the frame asks and tells, as JSON: how it signs in, who calls, what became of a call
import { z } from "zod";
import { outboundNumbers } from "../../rules/dialling";
import { parseInstant } from "../../rules/local-time";
import { callStates } from "../../rules/voice";
import { problem } from "../../services/kit/contract";
import { formBody } from "../../services/ticketing/contract.forms";
import { mayOpen } from "../access";
import { href } from "../href";
import { type Admitted, page, receive } from "../shell/page.server";
import type { Colleague, PhoneSetup } from "../shell/phone/phone-api";
import { submit } from "../shell/post.server";
import { routeFor } from "../sitemap";
import { mayCall } from "./rights/rights.server";

type PhoneRequest = Admitted<"/phone">;

export const loader = page("/phone", async (given) => {
  const { api, url } = given;
  const part = url.searchParams.get("part");
  if (part === "caller") {
    const number = (url.searchParams.get("number") ?? "").slice(0, 40);
    const answer = await api.voice.caller({ params: { number } });
    return Response.json(answer.body, { status: answer.status });
  }
  if (part === "status") {
    const answer = await api.voice.agentStatus({});
    return Response.json(answer.status === 200 ? answer.body.data : answer.body, { status: answer.status });
  }
  if (part === "colleagues") return colleagues(given);
  return setup(given);
});

async function colleagues({ api, viewer }: PhoneRequest): Promise<Response> {
  const answer = await api.voice.colleagues({});
  if (answer.status !== 200) return Response.json(answer.body, { status: answer.status });
  const others: Colleague[] = answer.body.data
    .filter(({ user_id }) => user_id !== viewer.id)
    .map(({ name, exten, available }) => ({ name, exten, available }));
  return Response.json(others);
}

async function setup({ api, viewer }: PhoneRequest): Promise<Response> {
  const [extension, numbers, status, types, settings] = await Promise.all([
    api.voice.sso({}),
    api.voice.phoneNumbers({}),
    api.voice.agentStatus({}),
    api.voice.dispositionTypes({ query: {} }),
    api.voice.callSettings({}),
  ]);
  if (numbers.status !== 200) return Response.json(numbers.body, { status: numbers.status });
  if (status.status !== 200) return Response.json(status.body, { status: status.status });
  const body: PhoneSetup = {
    extension: extension.status === 200 ? extension.body : null,
    numbers: outboundNumbers(numbers.body.data),
    dispositions: types.status === 200 ? types.body.data : [],
    status: status.body.data,
    recording: settings.status === 200 ? settings.body.recording : "never",
    zone: viewer.time_zone,
    mayTicket: mayOpen(viewer, routeFor("/ticketing/show/:index")),
    mayDial: mayCall(viewer, "Make outbound calls"),
    mayAnswer: mayCall(viewer, "Receive inbound calls"),
  };
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}

const text = (most: number) => z.string().max(most).default("");
const seconds = z.coerce.number().int().min(0).max(86_400);
const type = z.enum(["inbound", "outbound"]);
const reference = z.string().min(1).max(100);

const PhoneForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("log"),
    reference,
    callId: text(200),
    phoneNumber: text(40),
    name: text(200),
    type,
    status: z.enum(["Ringing", "Rejected", "Trying"]),
    queueReference: text(100),
    calledNumber: text(40),
    consultOf: text(100),
    transferredBy: text(40),
  }),
  z.object({
    intent: z.literal("update"),
    type,
    reference,
    callId: z.string().max(200).optional(),
    state: z.enum(callStates),
    callDuration: seconds,
    holdDuration: seconds,
    ringDuration: seconds,
    transferredTo: z.string().max(40).optional(),
  }),
  z.object({
    intent: z.literal("initiate"),
    reference,
    phone: z.string().min(1).max(40),
    name: text(200),
    prefix: z.string().min(1).max(20),
    source: text(100),
    consultOf: text(100),
  }),
  z.object({
    intent: z.literal("disposition"),
    reference,
    disposition_id: z.coerce.number().int(),
    item_id: z.coerce.number().int().optional(),
    note: text(2000),
  }),
  z.object({
    intent: z.literal("ticket"),
    reference,
    subject: text(300),
    description: text(2000),
    phone: text(40),
    name: text(200),
  }),
  z.object({ intent: z.literal("callBack"), reference, date: text(20), time: text(20), note: text(2000) }),
]);

export const action = receive("/phone", async (given) => {
  const { submission } = await submit(given, PhoneForm, {});
  if (submission.status !== "success") return Response.json({ message: "This can't be read." }, { status: 422 });
  const answer = await told(given, submission.value);
  return Response.json(answer.body, { status: answer.status });
});

async function told({ api, viewer }: PhoneRequest, value: z.output<typeof PhoneForm>) {
  if (value.intent === "log") {
    const { intent: _, ...body } = value;
    return api.voice.logCall({ body });
  }
  if (value.intent === "update") {
    const { intent: _, ...body } = value;
    return api.voice.updateCall({ body });
  }
  if (value.intent === "initiate") {
    const { phone, name, prefix, source, reference, consultOf } = value;
    return api.voice.initiateCall({ body: { caller: { phone, name }, prefix, source, reference, consultOf } });
  }
  if (value.intent === "ticket") return openTicket(api, value);
  if (value.intent === "callBack") {
    const { date, time, note, reference } = value;
    const at = parseInstant(viewer.time_zone, { date, time });
    if (!at) return problem(422, "Enter a day and a time.");
    return api.voice.scheduleCallBack({ params: { reference }, body: { at: at.toISOString(), note } });
  }
  const { intent: _, item_id = null, ...body } = value;
  return api.voice.setDisposition({ body: { ...body, item_id } });
}

type TicketRequest = { reference: string; subject: string; description: string; phone: string; name: string };

/** A ticket about a call, opened as whoever wraps it up; the same call twice is one ticket of the subject. */
async function openTicket(api: PhoneRequest["api"], { reference, subject, description, phone, name }: TicketRequest) {
  if (subject.trim() === "") return problem(422, "Give the ticket a subject.");
  const answer = await api.ticketing.createTicket(
    formBody({
      ...{ subject, description, customer_phone: phone, customer_name: name, source: "Voice" },
      key: `call ${reference} ${subject}`.slice(0, 100),
    }),
  );
  if (answer.status !== 201) return answer;
  const { id } = answer.body.ticket;
  return {
    status: 201 as const,
    body: { message: answer.body.message, url: href("/ticketing/show/:index", { index: id }) },
  };
}
