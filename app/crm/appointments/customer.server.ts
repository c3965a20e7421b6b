import type { AppointmentCustomer } from "../../../services/crm/contract.appointments";
import type { Choice } from "../../kit/ui/field";
import type { Admitted } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { fetchSenders } from "../sequences/sequence.server";

/** Whom an appointment can invite and remind, why not, and whom the messages can be from. */
export type CustomerChoicesShown = AppointmentCustomer & { mail_senders: Choice[]; sms_senders: Choice[] };

/** The customer of a record, as the form of an appointment shows them: it is there whatever can't be asked now. */
export async function fetchCustomer(api: Admitted<Path>["api"], record: number): Promise<CustomerChoicesShown> {
  const [answer, mail_senders, sms_senders] = await Promise.all([
    api.crm.appointmentCustomer({ params: { id: record } }),
    fetchSenders(api, "email"),
    fetchSenders(api, "sms"),
  ]);
  if (answer.status !== 200) {
    const reason = "This can't be checked right now. Reload the page in a moment.";
    const nobody = { name: "", email: "", phone: "", email_reason: reason, sms_reason: reason };
    return { ...nobody, mail_senders, sms_senders };
  }
  const { email_reason, sms_reason, ...customer } = answer.body;
  return {
    ...customer,
    email_reason: email_reason || (mail_senders.length > 0 ? "" : "First add an address that emails can be from."),
    sms_reason: sms_reason || (sms_senders.length > 0 ? "" : "First get a sender ID that SMS can be from."),
    ...{ mail_senders, sms_senders },
  };
}
