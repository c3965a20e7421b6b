// /crm/settings/contactstages - the stages of contacts, in their order
import { titled } from "../kit/title";
import { stagesAction, stagesLoader } from "./settings/stages.server";
import { StagesPage } from "./settings/stages-page";

export const meta = titled("Contact stages");

export const loader = stagesLoader("contact");

export const action = stagesAction("contact");

export default function ContactStages() {
  return <StagesPage />;
}
