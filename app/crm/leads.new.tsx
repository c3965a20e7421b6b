// /crm/leads/new - a new lead (drawer)
import { newAction, newLoader } from "./record/new.server";
import { NewDrawer } from "./record/new-drawer";

export const loader = newLoader("lead");

export const action = newAction("lead");

export default function NewLead() {
  return <NewDrawer />;
}
