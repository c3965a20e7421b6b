// /crm/contact/:index/profile - a contact: who it is and how to reach them, with further numbers and addresses
import { titledBy } from "../kit/title";
import { pointsAction, pointsLoader } from "./record/points.server";
import { PointsPanel } from "./record/points-panel";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a contact"}`);

export const loader = pointsLoader("contact");

export const action = pointsAction("contact");

export default function ContactProfilePanel() {
  return <PointsPanel />;
}
