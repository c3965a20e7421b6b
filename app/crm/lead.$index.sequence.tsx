// /crm/lead/:index/sequence - putting a lead in a sequence, and taking it out (drawer)
import { enrolAction, enrolLoader } from "./sequences/enrol.server";
import { EnrolDrawer } from "./sequences/enrol-drawer";

export const loader = enrolLoader("lead");

export const action = enrolAction("lead");

export default function LeadSequence() {
  return <EnrolDrawer />;
}
