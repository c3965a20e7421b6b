// /crm/lead/:index/profile - a lead: who it is and how to reach them, with further numbers and addresses
import { titledBy } from "../kit/title";
import { pointsAction, pointsLoader } from "./record/points.server";
import { PointsPanel } from "./record/points-panel";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a lead"}`);

export const loader = pointsLoader("lead");

export const action = pointsAction("lead");

export default function LeadProfilePanel() {
  return <PointsPanel />;
}
