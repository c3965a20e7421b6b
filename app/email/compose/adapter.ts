import { commas } from "../../../rules/format";
import type { MailingDetail, MailingForm } from "../../../services/email/contract.schemas";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import type { ServiceClients } from "../../../services/modules";
import type { ChannelFields, ComposeCalls, ComposeInput } from "../../kit/compose/channel";

/** The form of the flow as the e-mail service takes it. */
function formOf({ body }: ComposeInput): MailingForm {
  const {
    kind,
    key,
    name,
    sender,
    group_ids,
    numbers,
    exclude_ids,
    quiet_days,
    conditions,
    missing,
    send_at,
    more = {},
  } = body;
  const given = { key, name, sender, body: body.body, exclude_ids, quiet_days, conditions, missing, send_at };
  return {
    ...given,
    kind: kind === "bulk" ? "bulk" : "single",
    subject: more.subject ?? "",
    preheader: more.preheader,
    template_id: Number(more.template_id) || null,
    file_ids: (more.file_ids ?? "").split(",").filter(Boolean),
    ...(kind === "bulk" ? { group_ids, list_id: Number(more.mail_list) || null } : { addresses: numbers }),
  };
}

/** The account's own mail host, and what of the email leaves today by its warm-up plan. */
function hostWords({ own_host, recipients }: MailingDetail): string {
  if (!own_host) return "";
  const { host, left_today } = own_host;
  if (left_today === null || left_today >= recipients) return host;
  return `${host}: at most ${commas(left_today)} today, the rest on the next days of the warm-up plan`;
}

/** A mailing as the flow reads a message: what only SMS has is empty. */
function blastOf(mailing: MailingDetail): BlastDetail & ChannelFields {
  const { id, name, sender, groups, body, status, send_at, started_at, finished_at, created_at, created_by } = mailing;
  const { recipients, cost_cents, queued, sent, failed, suppressed, cancelled, audience, price, pause_after, rate } =
    mailing;
  return {
    ...{ id, name, sender, groups, body, status, send_at, started_at, finished_at, created_at, created_by },
    ...{ recipients, cost_cents, pause_after, queued, failed, suppressed, cancelled, audience, price, rate },
    ...{
      kind: mailing.kind === "bulk" ? "bulk" : "express",
      list_id: null,
      is_now: send_at === null,
      parts: recipients,
    },
    ...{ submitted: sent, delivered: 0, no_receipt: 0, refunded_cents: 0, rate_limit: 0, seconds_left: null },
    ...{ held_cents: mailing.held_cents, charged_cents: mailing.charged_cents, released_cents: mailing.released_cents },
    ...{ promotional: false, leaves_at: send_at, waits_for_hours: false, promotional_hours: { from: 0, until: 0 } },
    ...{ speed: null, ends_at: null, waiting: 0, hours: null, footer: "", receipt_query: null },
    ...{ link: { up: true, since: null }, reasons: [], links: [], replaces: null, replaced_by: null, recurring: null },
    more: {
      ...{ subject: mailing.subject, preheader: mailing.preheader, list: mailing.list, host: hostWords(mailing) },
      mail_list: mailing.list_id === null ? "" : String(mailing.list_id),
      template_id: mailing.template_id === null ? "" : String(mailing.template_id),
    },
    files: mailing.files.map(({ id, name, bytes }) => ({ id, name, bytes })),
  };
}

/** Fields of the service under the names that the form has. */
function named<A extends { status: number; body: unknown }>(answer: A): A {
  const body = answer.body as { errors?: Record<string, string[]> };
  const errors = body.errors;
  if (!errors) return answer;
  const { addresses, list_id, ...others } = errors;
  const renamed = { ...(addresses ? { numbers: addresses } : {}), ...(list_id ? { mail_list: list_id } : {}) };
  return { ...answer, body: { ...body, errors: { ...others, ...renamed } } };
}

/** What the flow asks, of the e-mail service. */
export function emailCalls({ email }: ServiceClients): ComposeCalls {
  const detail = <S extends 200 | 201>(answer: { status: number; body: unknown }, status: S) =>
    answer.status === status ? { status, body: blastOf(answer.body as MailingDetail) } : named(answer);
  const after = async (done: { status: number; body: unknown }, id: number) =>
    done.status === 201 ? detail({ ...(await email.mailing({ params: { id } })), status: 201 }, 201) : done;
  const calls = {
    price: async (input: ComposeInput) => named(await email.priceMailing({ body: formOf(input) })),
    make: async (input: ComposeInput) => detail(await email.createMailing({ body: formOf(input) }), 201),
    load: async ({ params }: { params: { id: number } }) => detail(await email.mailing({ params }), 200),
    confirm: async ({ params }: { params: { id: number } }) => after(await email.confirmMailing({ params }), params.id),
    sample: async ({ params, body }: { params: { id: number }; body: { messages: number } }) =>
      after(await email.sampleMailing({ params, body: { recipients: body.messages } }), params.id),
    async test({ id, to, key }: { id: number; to: string; key: string }) {
      const sent = await email.testMailing({ params: { id }, body: { to, key } });
      return sent.status === 201 ? after(sent, sent.body.id) : sent;
    },
    async messages({ params, query = {} }: { params: { id: number }; query?: { per_page?: number; after?: string } }) {
      const answer = await email.recipients({ params, query });
      if (answer.status !== 200) return answer;
      return {
        status: 200,
        body: { ...answer.body, data: answer.body.data.map(({ address }) => ({ msisdn: address })) },
      };
    },
    async senders() {
      const answer = await email.senders({});
      if (answer.status !== 200) return answer;
      const data = answer.body.data.map(({ address, usable }) => ({
        ...{ sender: address, kind: "transactional", status: usable ? "approved" : "pending" },
      }));
      return { status: 200, body: { data } };
    },
  };
  // The statuses are those of the calls that they stand for; what a blast has more is filled in above.
  return calls as unknown as ComposeCalls;
}
