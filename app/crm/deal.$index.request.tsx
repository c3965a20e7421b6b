// /crm/deal/:index/request - a request for a product or a service for a deal (drawer)
import { newRequestAction, newRequestLoader } from "./record/new-request.server";
import { NewRequestDrawer } from "./record/new-request-drawer";

export const loader = newRequestLoader("deal");

export const action = newRequestAction("deal");

export default function NewDealRequest() {
  return <NewRequestDrawer />;
}
