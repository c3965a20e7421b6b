import { sql } from "kysely";
import type { z } from "zod";
import { isDone } from "../../../rules/ticket-labels";
import { mailLater } from "../../kit/mail";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import { loadRules } from "../clocks/rules";
import type { TicketField, TicketForm } from "../contract.forms";
import { fieldNames, remember, wordsFor } from "../records/history";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { findPriority } from "./apply";
import { broughtBy, broughtWords, followDisposition, policyName } from "./dispositions";
import { changeGroups, changePeople } from "./people";
import { updateSearchTerms } from "./search-terms";

type Form = z.output<typeof TicketForm>;
type Beside = { reported_account?: string; product?: string; quiet?: boolean };

/**
 * Opens a ticket. The same form key twice is the same ticket. Answers its id and whether it was opened now.
 * @throws HttpError 422 on the fields that point to nothing
 */
export async function createTicket(
  unit: UnitOfWork,
  given: Form,
  beside: Beside = {},
): Promise<{ id: number; fresh: boolean }> {
  const { trx, account, now, by } = unit;
  if (given.key) {
    const known = await checkedRow(
      trx,
      IdRow,
      sql`select id from ticketing.tickets where customer_account = ${account} and form_key = ${given.key}`,
    );
    if (known) return { id: known.id, fresh: false };
  }
  await checkRefs(unit, given);
  const follows = await followDisposition(trx, account, dispositionsIn(given));
  const { disposition_id = null, sub_disposition_id = null } = follows;
  const form = { ...given, disposition_id, sub_disposition_id };
  const rules = await loadRules(trx, account);
  const stages = [...rules.stages.values()];
  const stage =
    (form.stage_id ? rules.stages.get(form.stage_id) : undefined) ??
    stages.find(({ status }) => status === (form.status ?? "new")) ??
    stages[0];
  if (!stage) throw new HttpError(422, "Make a stage first.", { stage_id: ["Make a stage first."] });
  const status = form.status ?? stage.status;
  const brought = await broughtBy(trx, account, form);
  const own = form.priority_id ?? (await findPriority(unit, form.urgency_id, form.impact_id));
  const priority = own ?? brought?.priority?.id ?? 3;
  const done = isDone(status);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`
    with n as (select nextval(pg_get_serial_sequence('ticketing.tickets', 'id')) as id)
    insert into ticketing.tickets (customer_account, id, subject, description, status, stage_id, type_id, priority_id,
      urgency_id, impact_id, disposition_id, sub_disposition_id, channel_id, policy_id, customer_id, contact_id,
      customer_name, customer_phone, customer_email, from_customer, source, reported_account, product, rank, created_by,
      created_by_name, created_at, updated_at, resolved_at, closed_at, form_key)
    select ${account}, n.id, ${form.subject}, ${form.description}, ${status}, ${stage.id}, ${form.type_id}, ${priority},
      ${form.urgency_id}, ${form.impact_id}, ${form.disposition_id}, ${form.sub_disposition_id}, ${form.channel_id},
      ${form.policy_id}, ${form.customer_id || null}, ${form.contact_id || null}, ${form.customer_name},
      ${form.customer_phone}, ${form.customer_email}, ${form.from_customer}, ${form.source},
      ${beside.reported_account ?? null}, ${beside.product ?? ""}, ticketing.rank_of(n.id), ${by.id}, ${by.name}, ${now},
      ${now}, ${done ? now : null}, ${status === "closed" ? now : null}, ${form.key || null}
    from n on conflict do nothing returning id`,
  );
  if (!made) {
    if (form.key) return createTicket(unit, given, beside);
    throw new Error("a ticket was not written");
  }
  const { id } = made;
  await updateSearchTerms(unit, { id, ...form });
  await remember(unit, id, 1, [{ action: "opened", words: `Opened: ${form.subject}` }]);
  await recalculateClocks(trx, account, id, now, rules);
  unit.changed.add(id);
  // What is given with the form is part of the opening: the rules hear of it as one.
  const still: UnitOfWork = { ...unit, wake: async () => undefined };
  if (form.group_ids.length > 0) await changeGroups(still, id, form.group_ids, []);
  // Who names nobody leaves it to the disposition.
  const byDisposition = form.member_ids.length === 0 && brought !== undefined && brought.members.length > 0;
  const members = byDisposition ? brought.members.map((member) => member.id) : form.member_ids;
  if (members.length > 0) await changePeople(still, id, { add: members });
  if (brought) {
    const policy = form.policy_id === null && brought.policy ? await policyName(trx, account, brought.policy.id) : "";
    const words = broughtWords(brought, { priority: own === undefined, policy, members: byDisposition });
    if (words) await remember(unit, id, 1, [{ action: "disposition", words }]);
  }
  for (const { email } of brought?.contacts ?? [])
    await mailLater(trx, account, {
      to: email,
      subject: `#${id} ${form.subject}`.slice(0, 150),
      text: `${by.name} opened #${id}: ${form.subject}\n\n${unit.site}/ticketing/show/${id}\n`,
    });
  if (!beside.quiet) await unit.wake(unit, id, members.length > 0 ? ["created", "assigned"] : ["created"]);
  return { id, fresh: true };
}

const pointers = ["type_id", "stage_id", "disposition_id", "sub_disposition_id", "policy_id", "priority_id"] as const;
const levels = ["urgency_id", "impact_id", "channel_id"] as const;

async function checkRefs({ trx, account }: UnitOfWork, form: Form): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const field of [...pointers, ...levels] as TicketField[])
    if ((await wordsFor(trx, account, field, form[field as (typeof pointers)[number]])) === undefined)
      errors[field] = [`Choose a ${fieldNames[field]} from the list.`];
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
}

/** Only those that were named: the others follow. */
function dispositionsIn({ disposition_id, sub_disposition_id }: Form) {
  return {
    ...(disposition_id === null ? {} : { disposition_id }),
    ...(sub_disposition_id === null ? {} : { sub_disposition_id }),
  };
}
