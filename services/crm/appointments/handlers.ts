import { sql } from "kysely";
import { z } from "zod";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { AppointmentForm, appointmentCalls, CustomerChoices } from "../contract.appointments";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import type { RecordActor } from "../records/changes";
import { mustReachCustomer, showCustomer } from "./customer";
import { listMessages, lockRecord } from "./messages";
import { isTold, remindLater, tellOfAppointment } from "./state";
import { appointmentPage, findAppointment, findOverlap } from "./store";
import { tellLater } from "./tell";

type Form = Omit<z.output<typeof AppointmentForm>, "id">;

/** The calls of appointments. */
export function appointmentHandlers(
  database: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof appointmentCalls> {
  const { db } = database;

  /** Whose it is: the person that was named, as identity knows them, or who asks. @throws HttpError 422 */
  async function ownerFrom(caller: CallContext, user: string | null): Promise<RecordActor> {
    const own = recordActor(caller);
    if (user === null || user === own.id) return own;
    const members = await deps
      .clientsOfAccount(caller.account)
      .identity.allMembers({ params: { account: caller.account, group: "all" } });
    const found = members.status === 200 ? members.body.data.find(({ id }) => String(id) === user) : undefined;
    if (!found) throw new HttpError(422, "Choose a person of your account.", { user_id: ["Choose a person."] });
    return { id: user, name: found.name };
  }

  return {
    async appointments({ query }, caller) {
      const { account, who } = caller;
      const person = who.kind === "person" ? who : undefined;
      const kinds = recordKinds.filter((kind) => !person || missing(person, recordNeeds[kind]) === undefined);
      const given = { kinds, own: person?.id ?? null, now: currentTime(deps) };
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => appointmentPage(trx, account, query, given)),
      };
    },

    async appointment({ params }, caller) {
      const found = await readAccount(db, caller.account, (trx) => findAppointment(trx, caller.account, params.id));
      mustMay(caller, found.record.kind);
      return { status: 200, body: found };
    },

    async appointmentCustomer({ params: { id } }, caller) {
      await readAccount(db, caller.account, (trx) => mustBeThere(trx, caller, id));
      return { status: 200, body: await showCustomer(database, deps, caller, id) };
    },

    async appointmentMessages({ params: { id } }, caller) {
      const { account } = caller;
      const data = await readAccount(db, account, async (trx) => {
        mustMay(caller, (await findAppointment(trx, account, id)).record.kind);
        return listMessages(trx, account, id);
      });
      return { status: 200, body: { data } };
    },

    async addAppointment({ body: { id: record, ...form } }, caller) {
      const { account } = caller;
      await readAccount(db, account, (trx) => mustBeThere(trx, caller, record));
      mustEndAfterStart(form);
      const customer = form.customer ?? nothing;
      await mustReachCustomer(database, deps, caller, { record, before: undefined, after: customer });
      const owner = await ownerFrom(caller, form.user_id);
      const made = await inAccount(db, account, async (trx) => {
        const kind = await mustBeThere(trx, caller, record, true);
        await mustNotOverlap(trx, account, form, owner, 0);
        const found = await checkedRow(
          trx,
          IdRow,
          sql`insert into crm.appointments (customer_account, record_id, title, place, starts_at, ends_at, user_id,
              user_name, remind_minutes, invite, remind_email, remind_sms, customer_minutes, mail_sender, sms_sender, by)
            values (${account}, ${record}, ${form.title}, ${form.place}, ${form.starts_at}::timestamptz,
              ${form.ends_at}::timestamptz, ${owner.id}, ${owner.name}, ${form.remind_minutes},
              ${customer.invite}, ${customer.remind_email}, ${customer.remind_sms}, ${customer.minutes},
              ${customer.mail_sender}, ${customer.sms_sender}, ${recordActor(caller).name}) returning id`,
        );
        const appointment = await findAppointment(trx, account, found?.id ?? 0);
        await remindLater(trx, account, appointment);
        if (isTold(customer)) await tellLater(trx, account, appointment.id, currentTime(deps));
        await tellOfAppointment(trx, caller, kind, appointment, "Appointment made");
        return appointment;
      });
      return { status: 201, body: made };
    },

    async updateAppointment({ params: { id }, body: { state, ...form } }, caller) {
      const { account } = caller;
      mustEndAfterStart(form);
      const before = await readAccount(db, account, (trx) => findAppointment(trx, account, id));
      mustMay(caller, before.record.kind);
      const customer = form.customer ?? before.customer;
      const choices = { record: before.record.id, before: before.customer, after: customer };
      await mustReachCustomer(database, deps, caller, choices);
      const kept = { id: before.user_id, name: before.user_name };
      const owner = form.user_id === null || form.user_id === kept.id ? kept : await ownerFrom(caller, form.user_id);
      const changed = await inAccount(db, account, async (trx) => {
        await lockRecord(trx, account, id);
        await findAppointment(trx, account, id, true);
        if (state === "scheduled") await mustNotOverlap(trx, account, form, owner, id);
        await sql`
          update crm.appointments set title = ${form.title}, place = ${form.place}, state = ${state},
            starts_at = ${form.starts_at}::timestamptz, ends_at = ${form.ends_at}::timestamptz, user_id = ${owner.id},
            user_name = ${owner.name}, remind_minutes = ${form.remind_minutes}, reminded_at = null,
            invite = ${customer.invite}, remind_email = ${customer.remind_email}, remind_sms = ${customer.remind_sms},
            customer_minutes = ${customer.minutes}, mail_sender = ${customer.mail_sender},
            sms_sender = ${customer.sms_sender}, sequence = sequence + 1, changed_at = now()
          where customer_account = ${account} and id = ${id}`.execute(trx);
        const appointment = await findAppointment(trx, account, id);
        if (state === "scheduled") await remindLater(trx, account, appointment);
        if (isTold(before.customer) || isTold(customer)) await tellLater(trx, account, id, currentTime(deps));
        const action = state === "cancelled" ? "Appointment called off" : "Appointment changed";
        await tellOfAppointment(trx, caller, before.record.kind, appointment, action);
        return appointment;
      });
      return { status: 201, body: changed };
    },
  };
}

/** The customer of an appointment is told nothing, unless it is chosen. */
const nothing: CustomerChoices = {
  ...{ invite: false, remind_email: false, remind_sms: false, minutes: 60, mail_sender: "", sms_sender: "" },
};

function mustEndAfterStart({ starts_at, ends_at }: Form): void {
  if (Date.parse(ends_at) > Date.parse(starts_at)) return;
  throw new HttpError(422, "Please correct the marked fields.", { ends_at: ["It must end after it begins."] });
}

const KindRow = z.object({ kind: z.enum(recordKinds) });

/** @throws HttpError 403, 404 */
async function mustBeThere(trx: Trx, caller: CallContext, id: number, lock = false): Promise<RecordKind> {
  const found = await checkedRow(
    trx,
    KindRow,
    sql`select kind from crm.records where customer_account = ${caller.account} and id = ${id}
      ${lock ? sql`for key share` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
  return found.kind;
}

async function mustNotOverlap(trx: Trx, account: string, form: Form, owner: RecordActor, but: number): Promise<void> {
  if (form.overlap || owner.id === null) return;
  const { starts_at, ends_at } = form;
  const other = await findOverlap(trx, account, { user: owner.id, starts_at, ends_at, but });
  if (!other) return;
  const words = `${owner.name} has another appointment then: ${other.title}.`;
  throw new HttpError(409, words, { overlap: [words] });
}
