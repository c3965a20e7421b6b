// /crm/contactactions/new - an appointment with a lead or a contact, or about a deal (?kind=&record=)
import { useActionData, useLoaderData } from "@remix-run/react";
import { recordKinds } from "../../rules/crm";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { type Admitted, act, done, expectStatus, page } from "../shell/page.server";
import { AppointmentFields, appointmentBody, formFieldErrors, noMoment } from "./appointments/appointment.server";
import { AppointmentForm } from "./appointments/appointment-form";
import { fetchCustomer } from "./appointments/customer.server";
import { recordHref } from "./record/places";
import { fetchRecord } from "./record/record.server";

const path = "/crm/contactactions/new";

export const meta = titled("New appointment");

/** With whom, as the address says. @throws Response 404 */
async function recordIn({ api, url }: Pick<Admitted<typeof path>, "api" | "url">) {
  const kind = recordKinds.find((known) => known === url.searchParams.get("kind"));
  const id = Number(url.searchParams.get("record")) || 0;
  if (!kind || id === 0)
    throw new Response("Make an appointment on the page of a lead, a contact or a deal.", { status: 404 });
  const { name } = expectStatus(await fetchRecord(api, kind, id), 200);
  return { kind, id, name };
}

export const loader = page(path, async (given) => {
  const [record, managers] = await Promise.all([recordIn(given), given.api.crm.salesManagers({})]);
  const customer = await fetchCustomer(given.api, record.id);
  return { record, customer, people: managers.status === 200 ? managers.body.data : [] };
});

export const action = act(path, AppointmentFields, async (given) => {
  const { api, value, viewer, refuse, from } = given;
  const record = await recordIn(given);
  const body = appointmentBody(value, viewer.time_zone);
  if (!body) return refuse({ status: 422, ...noMoment });
  const answer = await api.crm.addAppointment({ body: { ...body, id: record.id } });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: formFieldErrors(answer.body.errors) });
  return done(from, recordHref(record), "Appointment made");
});

const empty = {
  ...{ title: "", day: "", time: "", minutes: "30", place: "", user_id: "", remind_minutes: "60" },
  ...{ invite: false, remind_email: false, remind_sms: false, customer_minutes: "60", mail_sender: "", sms_sender: "" },
};

export default function NewAppointment() {
  const { record, people, customer } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = recordHref(record);
  return (
    <>
      <PageHeader title="New appointment" text={`With ${record.name}.`} back={{ label: record.name, to: back }} />
      <AppointmentForm
        held={empty}
        people={people}
        customer={customer}
        last={last}
        submitLabel="Make the appointment"
        back={back}
      />
    </>
  );
}
