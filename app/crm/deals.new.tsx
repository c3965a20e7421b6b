// /crm/deals/new - a new deal (drawer)
import { newAction, newLoader } from "./record/new.server";
import { NewDrawer } from "./record/new-drawer";

export const loader = newLoader("deal");

export const action = newAction("deal");

export default function NewDeal() {
  return <NewDrawer />;
}
