// /crm/contactactions/:id - one appointment: moving it, calling it off, and its file for a calendar
import { useActionData, useLoaderData } from "@remix-run/react";
import { CalendarPlus } from "lucide-react";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AnswerCard } from "./appointments/answer-card";
import {
  AppointmentFields,
  appointmentBody,
  appointmentValues,
  formFieldErrors,
  noMoment,
} from "./appointments/appointment.server";
import { AppointmentForm } from "./appointments/appointment-form";
import { fetchCustomer } from "./appointments/customer.server";
import { MessagesCard } from "./appointments/messages-card";
import { appointmentWords } from "./appointments/words";
import { recordHref } from "./record/places";

const path = "/crm/contactactions/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.appointment.title ?? "Appointment");

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  const [appointment, managers, sent] = await Promise.all([
    api.crm.appointment({ params: { id } }),
    api.crm.salesManagers({}),
    api.crm.appointmentMessages({ params: { id } }),
  ]);
  const found = expectStatus(appointment, 200);
  return {
    appointment: found,
    held: appointmentValues(found, viewer.time_zone),
    customer: await fetchCustomer(api, found.record.id),
    messages: sent.status === 200 ? sent.body.data : [],
    zone: viewer.time_zone,
    people: managers.status === 200 ? managers.body.data : [],
  };
});

export const action = act(path, AppointmentFields, async ({ api, params, value, viewer, refuse, from }) => {
  const body = appointmentBody(value, viewer.time_zone);
  if (!body) return refuse({ status: 422, ...noMoment });
  const { state } = value;
  const id = idOf.safeParse(params.id).data ?? 0;
  const answer = await api.crm.updateAppointment({ params: { id }, body: { ...body, state } });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: formFieldErrors(answer.body.errors) });
  const words = {
    scheduled: "Appointment saved",
    done: "Appointment marked as done",
    cancelled: "Appointment called off",
  };
  return done(from, href("/crm/contactactions"), words[state]);
});

export default function AppointmentPage() {
  const { appointment, held, people, customer, messages, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, record, state } = appointment;
  const back = href("/crm/contactactions");
  return (
    <>
      <PageHeader
        title={appointment.title}
        back={{ label: "Appointments", to: back }}
        text={
          <span className="flex flex-wrap gap-x-4">
            <span>
              With{" "}
              <Link className="link" to={recordHref(record)}>
                {record.name}
              </Link>
            </span>
            <Status kind={appointmentWords[state].kind}>{appointmentWords[state].word}</Status>
          </span>
        }
        actions={
          <LinkButton to={href("/crm/contactactions/:id/calendar", { id })} icon={CalendarPlus} reloadDocument>
            Add to a calendar
          </LinkButton>
        }
      />
      {appointment.answer && <AnswerCard answer={appointment.answer} zone={zone} />}
      <AppointmentForm
        held={held}
        people={people}
        customer={customer}
        last={last}
        submitLabel="Save the appointment"
        back={back}
        known
      />
      <MessagesCard messages={messages} zone={zone} />
    </>
  );
}
