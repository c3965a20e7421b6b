import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import { personReads } from "../../kit/person-handlers";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { recordsWithEither } from "../points/find";

/** What an erasure does with each kind of data of the CRM. */
const kinds = {
  leads: {
    kind: "Leads, contacts and deals",
    outcome: "anonymised",
    why: "Name, company, number, address, tags and custom fields go; stage, value and days stay for the reports.",
  },
  notes: { kind: "Notes about their leads, contacts and deals", outcome: "removed", why: "" },
  calls: { kind: "Logged calls with them", outcome: "removed", why: "" },
  sales: {
    kind: "Sales to them",
    outcome: "kept",
    why: "What was sold, when and for how much is needed for the books.",
  },
  quotes: {
    kind: "Quotes to them",
    outcome: "anonymised",
    why: "What was offered, when and for how much is needed for the books; their name, what they wrote and the link go.",
  },
  entries: {
    kind: "Lead forms they filled in",
    outcome: "anonymised",
    why: "What was agreed to, when and in which campaign stays; it does not tell who it was.",
  },
  appointments: { kind: "Appointments with them", outcome: "removed", why: "" },
  invitations: { kind: "Invitations and reminders sent to them", outcome: "removed", why: "" },
  tasks: { kind: "Tasks about them", outcome: "removed", why: "" },
  sequences: { kind: "Sequences they were in, with what was sent", outcome: "removed", why: "" },
  organisations: {
    kind: "Organisations with their number or address",
    outcome: "anonymised",
    why: "The number or the address goes; the organisation stays.",
  },
  links: { kind: "Numbers and addresses joined with theirs, or set apart, by hand", outcome: "removed", why: "" },
  merged: { kind: "Leads and contacts that were merged into theirs", outcome: "removed", why: "" },
  changes: {
    kind: "Changes of their leads, contacts and deals",
    outcome: "anonymised",
    why: "The words go; who changed what and when stays.",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;

/**
 * The leads, contacts and deals with their number or address, as the first or a further one, oldest first. What has it no
 * more, because it was merged and the other's was chosen, is theirs as well: whoever merged it said so.
 */
export async function listRecordIds(trx: Trx, account: string, { msisdn, email }: DataSubject): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from (${recordsWithEither(account, { phone: msisdn ?? "", email: email ?? "" })}) theirs
      union select kept_id from crm.merges where customer_account = ${account} and (
        merged->>'phone' = ${msisdn} or kept_before->>'phone' = ${msisdn}
        or merged->>'email_key' = lower(${email}) or kept_before->>'email_key' = lower(${email})
        or exists (select from jsonb_array_elements(moved->'aside'->'contact_points') point
          where point->>'key' in (${msisdn}, lower(${email}))))
      order by id`,
  );
  return found.map(({ id }) => id);
}

/** An organisation `o` that has this number or address, as the first or a further one. */
export function hasPoint(account: string, { msisdn, email }: DataSubject): RawBuilder<unknown> {
  return sql`((o.phone <> '' and o.phone = ${msisdn}) or (o.email_key <> '' and o.email_key = lower(${email}))
    or o.id in (select p.organisation_id from crm.organisation_points p
      where p.customer_account = ${account} and p.key in (${msisdn}, lower(${email})) and not p.is_primary))`;
}

/** What custom fields say, by their names: choices as their labels, amounts with their currency. */
function customSaid(account: string, column: string): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_object_agg(f.name, case
      when f.type in ('choice', 'choices') then (select to_jsonb(string_agg(o.choice->>'label', '; ' order by o.at))
        from jsonb_array_elements(f.choices) with ordinality o (choice, at)
        where e.value @> (o.choice->'id') or e.value = o.choice->'id')
      when f.type = 'money' then to_jsonb(f.currency || ' ' || to_char((e.value #>> '{}')::bigint / 100.0, 'FM999999999999990.00'))
      else e.value end), '{}')
    from jsonb_each(coalesce(${sql.raw(column)}, '{}')) e
    join crm.custom_fields f on f.customer_account = ${account} and f.id = e.key::bigint)`;
}

/** The ids of appointments with these records, or about deals of theirs. */
export function appointmentsWith(account: string, ids: readonly number[]): RawBuilder<unknown> {
  return sql`select a.id from crm.appointments a
    join crm.records l on l.customer_account = a.customer_account and l.id = a.record_id
    where a.customer_account = ${account}
      and (a.record_id = any(${bigints(ids)}) or (l.kind = 'deal' and l.contact_id = any(${bigints(ids)})))`;
}

/** The names of these tags. */
function tagsSaid(account: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(t.name order by t.key), '[]') from crm.tags t
    where t.customer_account = ${account} and t.id in (${ids}))`;
}

/** What is kept about these records; nothing is asked where there are none. */
function personQueries(account: string, ids: readonly number[]): [Kind, RawBuilder<unknown>][] {
  if (ids.length === 0) return [];
  const their = bigints(ids);
  return [
    [
      "leads",
      sql`select l.id as record, l.kind, l.name, l.company, l.phone, l.email, l.source, l.value_cents, l.currency,
          l.expected_close::text as expected_close, s.name as stage, l.lost_reason, l.sales_manager, l.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('label', p.label, p.kind, p.value) order by p.id), '[]')
            from crm.contact_points p where p.customer_account = l.customer_account and p.record_id = l.id) as further,
          ${tagsSaid(
            account,
            sql`select tag_id from crm.record_tags r
            where r.customer_account = ${account} and r.record_id = l.id`,
          )} as tags,
          ${customSaid(account, "l.custom")} as custom
        from crm.records l
        join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id
        where l.customer_account = ${account} and l.id = any(${their}) order by l.id`,
    ],
    [
      "notes",
      sql`select record_id as record, text, by, created_at from crm.notes
        where customer_account = ${account} and record_id = any(${their}) order by id`,
    ],
    [
      "calls",
      sql`select record_id as record, direction, at, seconds, outcome, note, by from crm.logged_calls
        where customer_account = ${account} and record_id = any(${their}) order by id`,
    ],
    [
      "appointments",
      sql`select id as appointment, record_id as record, title, place, starts_at, ends_at, state, user_name, by, answer,
          answered_at, answer_comment
        from crm.appointments where customer_account = ${account} and record_id = any(${their}) order by id`,
    ],
    [
      "invitations",
      sql`select m.appointment_id as appointment, m.at, m.kind, m.state, m.address, m.subject, m.body as text, m.reason
        from crm.appointment_messages m where m.customer_account = ${account}
          and m.appointment_id in (${appointmentsWith(account, ids)}) order by m.id`,
    ],
    [
      "tasks",
      sql`select id as task, record_id as record, title, note, due_at, done_at, user_name, by from crm.tasks
        where customer_account = ${account} and (record_id = any(${their}) or lead_id = any(${their})) order by id`,
    ],
    [
      "sequences",
      sql`select p.record_id as record, s.name as sequence, p.state, p.reason, p.entered_at, p.ended_at,
          (select coalesce(jsonb_agg(jsonb_build_object('at', d.at, 'kind', d.kind, 'state', d.state, 'address', d.address,
              'subject', d.subject, 'text', d.body, 'reason', d.reason) order by d.at, d.id), '[]')
            from crm.sequence_sends d where d.customer_account = p.customer_account and d.person_id = p.id) as steps
        from crm.sequence_people p
        join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id
        where p.customer_account = ${account} and p.record_id = any(${their}) order by p.id`,
    ],
    [
      "merged",
      sql`select kept_id as record, merged_id as merged, kind, merged->>'name' as name, merged->>'company' as company,
          merged->>'phone' as phone, merged->>'email' as email, merged->>'source' as source,
          (select coalesce(jsonb_agg(jsonb_build_object('label', p->'label', p->>'kind', p->'value')), '[]')
            from jsonb_array_elements(moved->'aside'->'contact_points') p
            where (p->>'record_id')::bigint = merged_id) as further,
          ${tagsSaid(
            account,
            sql`select (r->>'tag_id')::bigint from jsonb_array_elements(moved->'aside'->'record_tags') r
            where (r->>'record_id')::bigint = merged_id`,
          )} as tags,
          ${customSaid(account, "merged->'custom'")} as custom, by, at
        from crm.merges where customer_account = ${account} and kept_id = any(${their}) order by pair_id`,
    ],
    [
      "entries",
      sql`select e.lead_id as record, f.name as form, e.created_at, e.consent, e.consented_at, e.utm_source,
          e.utm_campaign, e.referrer from crm.form_entries e
        join crm.lead_forms f on f.customer_account = e.customer_account and f.id = e.form_id
        where e.customer_account = ${account} and e.lead_id = any(${their}) order by e.id`,
    ],
    [
      "sales",
      sql`select s.id as sale, s.contact_id as record, s.sold_on::text as sold_on, s.currency, s.total_cents,
          s.due_on::text as due_on, s.lines, s.by, s.created_at, s.removed_at, s.removed_by,
          (select coalesce(jsonb_agg(jsonb_build_object('paid_on', p.paid_on, 'cents', p.amount_cents, 'method', p.method,
              'reference', p.reference, 'by', p.by, 'removed_at', p.removed_at) order by p.id), '[]')
            from crm.sale_payments p
            where p.customer_account = s.customer_account and p.sale_id = s.id) as payments
        from crm.sales s where s.customer_account = ${account} and s.contact_id = any(${their}) order by s.id`,
    ],
    [
      "quotes",
      sql`select q.id as quote, q.number, q.version, q.state, q.contact_id, q.deal_id, q.currency, q.total_cents, q.lines,
          q.valid_until::text as valid_until, q.terms, q.sent_at, q.answered_at, q.answered_by, q.decline_reason,
          (select jsonb_agg(v.document order by v.version) from crm.quote_versions v
            where v.customer_account = q.customer_account and v.quote_id = q.id) as sent
        from crm.quotes q
        where q.customer_account = ${account} and (q.contact_id = any(${their}) or q.deal_id = any(${their}))
        order by q.id`,
    ],
    [
      "changes",
      sql`select record_id as record, field, before, after, by, at from crm.changes
        where customer_account = ${account} and record_id = any(${their}) order by id`,
    ],
  ];
}

/** What the CRM has of one person: how much, and what. */
export const personRecords = personReads({
  kinds,
  queries: async (trx, account, whom) => [
    ...personQueries(account, await listRecordIds(trx, account, whom)),
    [
      "organisations",
      sql`select o.id as organisation, o.name, o.phone, o.email,
          (select coalesce(jsonb_agg(jsonb_build_object('label', p.label, p.kind, p.value) order by p.id), '[]')
            from crm.organisation_points p
            where p.customer_account = o.customer_account and p.organisation_id = o.id) as further
        from crm.organisations o
        where o.customer_account = ${account} and ${hasPoint(account, whom)} order by o.id`,
    ],
    [
      "links",
      sql`select first_key, second_key, relation, by, at from crm.customer_links
        where customer_account = ${account} and (first_key in (${whom.msisdn}, lower(${whom.email}))
          or second_key in (${whom.msisdn}, lower(${whom.email}))) order by id`,
    ],
  ],
});
