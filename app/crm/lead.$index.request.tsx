// /crm/lead/:index/request - a request for a product or a service for a lead (drawer)
import { newRequestAction, newRequestLoader } from "./record/new-request.server";
import { NewRequestDrawer } from "./record/new-request-drawer";

export const loader = newRequestLoader("lead");

export const action = newRequestAction("lead");

export default function NewLeadRequest() {
  return <NewRequestDrawer />;
}
