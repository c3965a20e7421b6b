import type { SequencePerson } from "../../services/crm/contract.enrolment";
import type { SequenceStep } from "../../services/crm/contract.sequences";
import type { CrmDeps } from "../../services/crm/deps";
import { workSequences } from "../../services/crm/sequences/jobs";
import { crmStage, savanna, type Token } from "./fixture";

type SentMessage = {
  key: string;
  kind: "sms" | "email" | "whatsapp";
  sender: string;
  to: string;
  subject?: string;
  text: string;
  calendar?: { method: string; text: string };
};
type Answer = { status: number; body: unknown };

/** A Wednesday, noon in Nairobi. */
export const wednesday = new Date("2026-11-25T09:00:00Z");

/**
 * Services that send and hear as those of the product promise: the same key once, refusals in words. `hold` keeps
 * answers back.
 */
export function outsideServices() {
  const sent: SentMessage[] = [];
  const calls: string[] = [];
  const optedOut = new Set<string>();
  /** Who wants no marketing on WhatsApp. */
  const unwilling: { msisdn: string; source: string; at: string }[] = [];
  const heard: { contact: string; at: Date }[] = [];
  const state = { money: true, dies: false, deaf: false, numberFault: "" };
  async function take(one: SentMessage): Promise<Answer> {
    calls.push(one.key);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (!state.money) return { status: 422, body: { status: 422, message: "There is not enough money for this." } };
    if (optedOut.has(one.to))
      return { status: 201, body: { message: null, refused: "This number has opted out.", opted_out: true } };
    if (!sent.some(({ key }) => key === one.key)) sent.push(one);
    // It was sent, and who asked never learns it.
    if (state.dies) throw new Error("the process died");
    return { status: 201, body: { message: { id: one.key, cost_cents: 80 }, refused: "", opted_out: false } };
  }
  const hear = async ({
    body,
  }: {
    body: { since: string; phones?: string[]; emails?: string[]; msisdns?: string[] };
  }) => {
    if (state.deaf) return { status: 503, body: { status: 503, message: "The service can't be reached right now." } };
    const asked = [...(body.phones ?? []), ...(body.emails ?? []), ...(body.msisdns ?? [])];
    const found = heard.filter(({ contact, at }) => asked.includes(contact) && at.toISOString() > body.since);
    return { status: 200, body: { data: found.map(({ contact, at }) => ({ contact, at: at.toISOString() })) } };
  };
  const terms = { usable: true, part_price: 8_000, time_zone: "Africa/Nairobi" };
  const template = {
    ...{ number_name: "+254711000000", template_fault: "", template_name: "visit_reminder" },
    components: [{ type: "BODY", text: "Hello {{1}}, we visit {{2}} soon." }],
    category: "MARKETING",
    prices: [
      { category: "MARKETING", country: "KE", price: 45_000 },
      { category: "MARKETING", country: "abroad", price: 110_000 },
    ],
  };
  const answersTo: Record<string, string> = {};
  const mail = { mail_price: 1_000, senders: ["sales@savanna.test"], answers_to: answersTo };
  return {
    sent,
    calls,
    optedOut,
    unwilling,
    answersTo,
    state,
    hears: (contact: string, at: Date) => void heard.push({ contact, at }),
    services: {
      messaging: {
        questionTerms: async ({ body }: { body: { sender: string } }) => ({
          status: 200,
          body: { ...terms, usable: body.sender === "SAVANNA" },
        }),
        optedOut: async ({ body }: { body: { msisdns: string[] } }) => ({
          status: 200,
          body: { msisdns: body.msisdns.filter((one) => optedOut.has(one)) },
        }),
        sendText: ({ body }: { body: Omit<SentMessage, "kind"> }) => take({ ...body, kind: "sms" }),
        heardFrom: hear,
      },
      email: {
        mailTerms: async ({ body }: { body: { addresses?: string[] } }) => ({
          status: 200,
          body: { ...mail, suppressed: (body.addresses ?? []).filter((one) => optedOut.has(one)) },
        }),
        sendMail: ({ body }: { body: Omit<SentMessage, "kind"> }) => take({ ...body, kind: "email" }),
      },
      whatsapp: {
        singleTerms: async ({ body }: { body: { number_id: number; template_id: number; msisdns: string[] } }) => ({
          status: 200,
          body: {
            ...template,
            number_fault: body.number_id === 3 ? state.numberFault : "Choose one of your WhatsApp numbers.",
            opted_out: body.msisdns.filter((one) => optedOut.has(one)),
          },
        }),
        marketingOptOuts: async ({ body }: { body: { msisdns: string[] } }) => ({
          status: 200,
          body: { data: unwilling.filter(({ msisdn }) => body.msisdns.includes(msisdn)) },
        }),
        sendSingle: ({ body }: { body: { key: string; number_id: number; to: string; values: object } }) =>
          take({
            ...{ key: body.key, kind: "whatsapp", sender: String(body.number_id), to: body.to },
            text: JSON.stringify(body.values),
          }),
      },
      chat: { heardFrom: hear },
    },
  };
}

export const emailStep = {
  ...{ kind: "email", wait_days: 0, wait_hours: 0, sender: "sales@savanna.test" },
  ...{ subject: "Welcome, {{first_name}}", body: "Good to have you, {{name}}." },
};
export const smsStep = { kind: "sms", wait_days: 2, wait_hours: 0, sender: "SAVANNA", body: "Karibu {{first_name}}!" };
export const whatsappStep = {
  ...{ kind: "whatsapp", wait_days: 1, wait_hours: 0, sender: "3", template_id: 1001 },
  variables: { "body.1": "{{first_name}}", "body.2": "{{company|your shop}}" },
};
export const taskStep = { kind: "task", wait_days: 1, wait_hours: 0, body: "Call {{name}}", due_days: 2 };

/** The CRM with sequences; its clock stands where `clock.now` says. */
export async function sequenceStage() {
  const outside = outsideServices();
  const clock = { now: wednesday };
  const stage = await crmStage(() => clock.now, outside.services);
  const deps: CrmDeps = { clientsOfAccount: stage.clientsOfAccount as never, now: () => clock.now };
  let names = 0;

  /** A sequence that is on, with these steps. */
  async function sequence(steps: object[] = [emailStep, smsStep, taskStep], form: object = {}) {
    const body = { name: `Welcome ${++names}`, from: "08:00", until: "18:00", days: [1, 2, 3, 4, 5], ...form };
    const made = await stage.ask("addSequence", { body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const params = { id: Number(made.body.id) };
    const added: SequenceStep[] = [];
    for (const step of steps) {
      const answer = await stage.ask("addSequenceStep", { params, body: step });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      added.push(answer.body as unknown as SequenceStep);
    }
    const on = await stage.ask("switchSequence", { params, body: { active: true } });
    if (on.status !== 201) throw new Error(JSON.stringify(on.body));
    return { ...params, name: String(made.body.name), steps: added };
  }

  let numbers = 0;
  /** A lead that can be reached. */
  const lead = (form: object = {}) => {
    const at = String(++numbers).padStart(5, "0");
    return stage.lead({ phone: `+2547550${at}`, email: `lead${at}@duka.test`, ...form });
  };
  const enrol = (id: number, records: number[], token: Token = "owner") =>
    stage.ask("enrol", { params: { id }, body: { type: "lead", records } }, token);
  const work = () => workSequences(stage.database, deps, savanna);

  /** Moves the clock on by days, at the same time of day, and does what is due then. */
  async function later(days: number, hours = 0): Promise<void> {
    clock.now = new Date(clock.now.getTime() + days * 86_400_000 + hours * 3_600_000);
    await work();
  }
  async function ofRecord(id: number) {
    const answer = await stage.ask("recordSequences", { params: { id } });
    return answer.body.data as (SequencePerson & {
      sends: { kind: string; state: string; reason: string; cost_cents: number }[];
    })[];
  }

  return { ...stage, ...outside, clock, deps, sequence, lead, enrol, work, later, ofRecord };
}
export type SequenceStage = Awaited<ReturnType<typeof sequenceStage>>;
