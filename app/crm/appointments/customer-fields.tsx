import { reminderMinutes, reminderText } from "../../../rules/appointments";
import { quietHours } from "../../../rules/sequences";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { type Choice, Select } from "../../kit/ui/field";
import type { AppointmentValues } from "./appointment.server";
import type { CustomerChoicesShown } from "./customer.server";

type CustomerFieldsProps = {
  customer: CustomerChoicesShown;
  /** As they are stored: what is on can be turned off, whatever keeps it from being sent now. */
  held: AppointmentValues;
  typed: AppointmentValues;
  errors: Record<string, string[]>;
};

/** What the customer is told of an appointment. What can't be sent says why, and can't be chosen. */
export function CustomerFields({ customer, held, typed, errors }: CustomerFieldsProps) {
  const { name, email, phone, email_reason, sms_reason, mail_senders, sms_senders } = customer;
  const byMail = email_reason === "" || held.invite || held.remind_email;
  const bySms = sms_reason === "" || held.remind_sms;
  const choice = (field: "invite" | "remind_email" | "remind_sms", reason: string) => ({
    ...{ id: field, name: field, value: "on", defaultChecked: typed[field] && (reason === "" || held[field]) },
    disabled: reason !== "" && !held[field],
  });
  const wrong = [errors.invite, errors.remind_email, errors.remind_sms].flatMap((words) => words ?? []);
  return (
    <div className="grid gap-5">
      <CheckboxGroup
        id="customer"
        legend={name === "" ? "The customer" : `The customer: ${name}`}
        {...(byMail || bySms ? { help: "Emails and SMS are charged when they are sent." } : {})}
        errors={[...new Set(wrong)]}
      >
        <Checkbox
          {...choice("invite", email_reason)}
          label="Invite the customer by email"
          help={email_reason || `${email} gets an invitation for their calendar, and a new one after each change.`}
        />
        <Checkbox
          {...choice("remind_email", email_reason)}
          label="Remind the customer by email"
          help={email_reason || email}
        />
        <Checkbox {...choice("remind_sms", sms_reason)} label="Remind the customer by SMS" help={sms_reason || phone} />
      </CheckboxGroup>
      {(byMail || bySms) && (
        <Select
          id="customer_minutes"
          name="customer_minutes"
          label="Reminder of the customer"
          help={`No reminder is sent between ${quietHours.until} and ${quietHours.from}. It is sent at ${quietHours.from} instead, if that is before the appointment.`}
          defaultValue={typed.customer_minutes}
          choices={minuteChoices(held.customer_minutes)}
          errors={errors.customer_minutes ?? []}
        />
      )}
      {byMail && (
        <SenderField
          field="mail_sender"
          label="Emails from"
          senders={mail_senders}
          typed={typed.mail_sender}
          errors={errors.mail_sender ?? []}
        />
      )}
      {bySms && (
        <SenderField
          field="sms_sender"
          label="SMS from"
          senders={sms_senders}
          typed={typed.sms_sender}
          errors={errors.sms_sender ?? []}
        />
      )}
    </div>
  );
}

function minuteChoices(held: string): Choice[] {
  const all = [...new Set([...reminderMinutes, Number(held)])].sort((one, other) => one - other);
  return all.map((minutes) => ({ value: String(minutes), label: `${reminderText(minutes)} before` }));
}

type SenderFieldProps = {
  field: "mail_sender" | "sms_sender";
  label: string;
  senders: readonly Choice[];
  typed: string;
  errors: readonly string[];
};

/** Where there is one sender it is chosen; one that can't be used any more is shown as such. */
function SenderField({ field, label, senders, typed, errors }: SenderFieldProps) {
  const [only, ...others] = senders;
  const gone = typed !== "" && !senders.some(({ value }) => value === typed);
  return (
    <Select
      id={field}
      name={field}
      label={label}
      empty="Choose who it is from"
      defaultValue={typed === "" && others.length === 0 ? (only?.value ?? "") : typed}
      choices={[...senders, ...(gone ? [{ value: typed, label: `${typed} (can't be used now)` }] : [])]}
      errors={errors}
    />
  );
}
