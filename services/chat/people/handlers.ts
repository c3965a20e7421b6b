import { sql } from "kysely";
import { z } from "zod";
import { normalisePhone } from "../../../rules/phone";
import { recordActivity } from "../../kit/activities";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import { tellContact } from "../records/contact-events";
import { foundPeople, listMergedPeople, loadRootPerson, PersonRow, shownPeople, shownPerson } from "../records/people";
import { asNotAcceptableAnswer, ConflictError } from "../workspace/conflict";
import { activityActor, type ChatContext } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";

type ChatHandlers = Handlers<typeof chat.calls>;

/** The calls about customers: what is known of one, and joining two doors of one person. */
export function personHandlers(
  service: ChatContext,
): Pick<ChatHandlers, "savePerson" | "findPeople" | "mergePerson" | "partPerson"> {
  const { read, write } = service;
  const saved = async (unit: UnitOfWork, id: number) => {
    const person = await shownPerson(unit.trx, unit.account, id);
    return { status: 201 as const, body: { status: 201 as const, person } };
  };

  return {
    async savePerson({ params, body }, context) {
      const { name, email, language, blocked } = body;
      const msisdn = body.msisdn === undefined ? undefined : parsePhone(body.msisdn);
      return write(context, async (unit) => {
        const { trx, account } = unit;
        const before = await loadRootPerson(trx, account, params.id);
        const blocked_at = blocked === undefined ? before.blocked_at : blocked ? (before.blocked_at ?? unit.now) : null;
        await sql`
          update chat.people set name = ${name ?? before.name}, email = ${email ?? before.email},
            msisdn = ${msisdn === undefined ? before.msisdn : msisdn}, language = ${language ?? before.language}, blocked_at = ${blocked_at}
          where customer_account = ${account} and id = ${before.id}`.execute(trx);
        if (blocked !== undefined && blocked !== (before.blocked_at !== null))
          await recordActivity(trx, account, activityActor(unit), {
            action: blocked ? "Customer blocked" : "Customer unblocked",
            description: `${unit.by.name} ${blocked ? "blocked" : "unblocked"} ${before.name || "a customer"} in the chat`,
            subject: "chat customer",
            subject_id: String(before.id),
          });
        const told = { name, email, msisdn, language };
        await edited(unit, before, told);
        await inConversations(unit, before.id, { name, email, msisdn });
        return saved(unit, before.id);
      });
    },

    async findPeople({ query }, { account }) {
      const data = await read(account, async (trx) =>
        shownPeople(trx, account, await foundPeople(trx, account, query.q)),
      );
      return { status: 200, body: { data } };
    },

    async mergePerson({ params, body }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          const { trx, account } = unit;
          const root = await loadRootPerson(trx, account, params.id);
          const other = await loadRootPerson(trx, account, body.other);
          if (root.id === other.id) throw new ConflictError(406, "These two are one customer already.");
          await sql`
            update chat.people set merged_into = ${root.id}
            where customer_account = ${account} and (id = ${other.id} or merged_into = ${other.id})`.execute(trx);
          await joined(unit, root, other, "joined");
          return saved(unit, root.id);
        }),
      );
    },

    async partPerson({ params, body }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          const { trx, account } = unit;
          const root = await loadRootPerson(trx, account, params.id);
          const [other] = await checkedRows(
            trx,
            PersonRow,
            sql`
            update chat.people set merged_into = null
            where customer_account = ${account} and id = ${body.other} and merged_into = ${root.id} returning *`,
          );
          if (!other) throw new ConflictError(406, "These two are not joined.");
          await joined(unit, root, other, "parted");
          return saved(unit, root.id);
        }),
      );
    },
  };
}

const profile = { name: "name", email: "email address", msisdn: "number", language: "language" } as const;

/** Which parts of a profile became others; what they were and are stays with the customer, and goes with them. */
async function edited(
  unit: UnitOfWork,
  before: PersonRow,
  now: { [Part in keyof typeof profile]?: string | null | undefined },
): Promise<void> {
  const parts = (Object.keys(profile) as (keyof typeof profile)[]).filter(
    (part) => now[part] !== undefined && now[part] !== before[part],
  );
  if (parts.length === 0) return;
  const words = new Intl.ListFormat("en-GB").format(parts.map((part) => profile[part]));
  await recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: "Customer changed",
    description: `${unit.by.name} changed the ${words} of ${personName(before)}`,
    subject: "chat customer",
    subject_id: String(before.id),
  });
}

/** As a sentence calls them. */
function personName({ id, name }: PersonRow): string {
  return name || `customer ${id}`;
}

function joined(unit: UnitOfWork, root: PersonRow, other: PersonRow, word: "joined" | "parted"): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: `Customers ${word}`,
    description: `${unit.by.name} ${word} ${personName(root)} and ${personName(other)}`,
    subject: "chat customer",
    subject_id: String(root.id),
  });
}

/** @throws HttpError 422 for what is no number */
function parsePhone(text: string): string | null {
  if (text === "") return null;
  const phone = normalisePhone(text);
  if (!phone.ok)
    throw new HttpError(422, "Please correct the marked fields.", { msisdn: [`This is ${phone.reason}.`] });
  return phone.e164;
}

type PersonDetails = { name?: string | undefined; email?: string | undefined; msisdn?: string | null | undefined };

const ContactIdRow = z.object({ contact_id: z.number() });

/** Conversations that run show their customer as they are known now. */
async function inConversations(unit: UnitOfWork, root: number, { name, email, msisdn }: PersonDetails): Promise<void> {
  const { trx, account } = unit;
  const group = await listMergedPeople(trx, account, root);
  const running = await checkedRows(
    trx,
    ContactIdRow,
    sql`
    update chat.contacts set name = coalesce(${name ?? null}::text, name), email = coalesce(${email ?? null}::text, email),
      msisdn = case when ${msisdn !== undefined} then ${msisdn ?? null}::text else msisdn end, updated_at = ${unit.now}
    where customer_account = ${account} and person_id = any(${bigints(group)}) and not ended returning contact_id`,
  );
  for (const { contact_id } of running) await tellContact(unit, contact_id, "changed");
}
