// /crm/contact/:index/request - a request for a product or a service for a contact (drawer)
import { newRequestAction, newRequestLoader } from "./record/new-request.server";
import { NewRequestDrawer } from "./record/new-request-drawer";

export const loader = newRequestLoader("contact");

export const action = newRequestAction("contact");

export default function NewContactRequest() {
  return <NewRequestDrawer />;
}
