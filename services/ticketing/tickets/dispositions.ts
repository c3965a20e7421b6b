import { sql } from "kysely";
import { z } from "zod";
import { priorities } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { TicketRow } from "../records/tickets";

type NamedDisposition = { disposition_id?: number | null; sub_disposition_id?: number | null };

const DispositionRow = z.object({ id: z.number(), parent_id: z.number().nullable() });

/**
 * A sub-disposition stands under its disposition: whichever of the two is named, both are set. A disposition named
 * alone keeps a sub-disposition that is under it. @throws HttpError 422 when one is not under the other
 */
export async function followDisposition<T extends object>(
  trx: Trx,
  account: string,
  given: T & NamedDisposition,
  before: { sub_disposition_id: number | null } = { sub_disposition_id: null },
): Promise<T & NamedDisposition> {
  const { disposition_id: own, sub_disposition_id: sub } = given;
  if (own === undefined && sub === undefined) return given;
  const asked = [own, sub, before.sub_disposition_id].filter((id) => typeof id === "number");
  const found = await checkedRows(
    trx,
    DispositionRow,
    sql`select id, parent_id from ticketing.dispositions where customer_account = ${account} and id = any(${bigints(asked)})`,
  );
  const parentId = (id: number | null | undefined) => found.find((one) => one.id === id)?.parent_id ?? null;
  if (parentId(own) !== null) return { ...given, disposition_id: parentId(own), sub_disposition_id: own ?? null };
  if (sub) {
    const parent = parentId(sub);
    if (parent === null || (typeof own === "number" && own !== parent)) {
      const words = "Choose a sub-disposition of that disposition.";
      throw new HttpError(422, words, { sub_disposition_id: [words] });
    }
    return { ...given, disposition_id: parent };
  }
  const stays = sub === undefined && own !== null && parentId(before.sub_disposition_id) === own;
  return own === undefined || stays ? given : { ...given, sub_disposition_id: null };
}

const Brings = z.object({
  id: z.number(),
  name: z.string(),
  priority_id: z.number().nullable(),
  policy_id: z.number().nullable(),
  contacts: z.array(z.object({ name: z.string(), email: z.string() })),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
});
type Brings = z.infer<typeof Brings>;

/** What a ticket's dispositions bring with them, each with the name of the one that does. */
export type Brought = {
  name: string;
  priority?: { id: number; by: string };
  policy?: { id: number; by: string };
  members: Brings["members"];
  contacts: Brings["contacts"];
};

/** What the disposition and the sub-disposition bring; the sub-disposition's own comes first. */
export async function broughtBy(
  trx: Trx,
  account: string,
  { disposition_id, sub_disposition_id }: Pick<TicketRow, "disposition_id" | "sub_disposition_id">,
): Promise<Brought | undefined> {
  if (disposition_id === null) return undefined;
  const found = await checkedRows(
    trx,
    Brings,
    sql`
    select id, name, priority_id, policy_id, contacts,
      coalesce((select jsonb_agg(jsonb_build_object('id', w.user_id, 'name', w.name) order by w.name) from ticketing.people w
        where w.customer_account = d.customer_account and w.left_at is null
          and w.user_id = any(d.member_ids)), '[]') as members
    from ticketing.dispositions d
    where customer_account = ${account} and id in (${disposition_id}, ${sub_disposition_id ?? 0})
    order by parent_id nulls last`,
    { batched: true },
  );
  const priority = found.find(({ priority_id }) => priority_id !== null);
  const policy = found.find(({ policy_id }) => policy_id !== null);
  return {
    name: [...found]
      .reverse()
      .map(({ name }) => name)
      .join(": "),
    ...(priority ? { priority: { id: priority.priority_id ?? 0, by: priority.name } } : {}),
    ...(policy ? { policy: { id: policy.policy_id ?? 0, by: policy.name } } : {}),
    members: found.find(({ members }) => members.length > 0)?.members ?? [],
    contacts: found.flatMap(({ contacts }) => contacts),
  };
}

/** What the disposition set in a ticket as it was opened, for its history; nothing when it set nothing. */
export function broughtWords(brought: Brought, set: { priority: boolean; policy: string; members: boolean }): string {
  const { priority, members, contacts } = brought;
  const parts: string[] = [];
  if (set.priority && priority)
    parts.push(`set the priority ${priorities.find(({ id }) => id === priority.id)?.name ?? ""}`);
  if (set.policy) parts.push(`set the policy ${set.policy}`);
  if (set.members) parts.push(`gave it to ${members.map(({ name }) => name).join(", ")}`);
  if (contacts.length > 0) parts.push(`wrote to ${contacts.map(({ email }) => email).join(", ")}`);
  return parts.length > 0 ? `The disposition ${brought.name} ${parts.join("; ")}` : "";
}

type DispositionEffects = { policy: string | null; priority: string | null; contacts: string[] };

/** Which of what a ticket has its disposition set: the names of the dispositions that did. */
export async function setByDisposition(
  trx: Trx,
  account: string,
  ticket: TicketRow,
): Promise<DispositionEffects | null> {
  const brought = await broughtBy(trx, account, ticket);
  if (!brought) return null;
  const { policy, priority, contacts } = brought;
  const rules = ticket.policy_id === null && policy && policy.id === ticket.ruling_policy_id;
  const told: DispositionEffects = {
    policy: rules ? policy.by : null,
    priority: priority && priority.id === ticket.priority_id ? priority.by : null,
    contacts: contacts.map(({ name, email }) => (name ? `${name} <${email}>` : email)),
  };
  return told.policy || told.priority || told.contacts.length > 0 ? told : null;
}

/** The name of a policy that is in force. */
export async function policyName(trx: Trx, account: string, id: number): Promise<string> {
  const found = await checkedRow(
    trx,
    NameRow,
    sql`select name from ticketing.policies where customer_account = ${account} and id = ${id} and enabled`,
  );
  return found?.name ?? "";
}
