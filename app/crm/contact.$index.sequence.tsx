// /crm/contact/:index/sequence - putting a contact in a sequence, and taking it out (drawer)
import { enrolAction, enrolLoader } from "./sequences/enrol.server";
import { EnrolDrawer } from "./sequences/enrol-drawer";

export const loader = enrolLoader("contact");

export const action = enrolAction("contact");

export default function ContactSequence() {
  return <EnrolDrawer />;
}
