// /crm/contacts/new - a new contact (drawer)
import { newAction, newLoader } from "./record/new.server";
import { NewDrawer } from "./record/new-drawer";

export const loader = newLoader("contact");

export const action = newAction("contact");

export default function NewContact() {
  return <NewDrawer />;
}
