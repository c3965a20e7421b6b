// /crm/deal/:index/profile - a deal: who it is, how to reach them, and its tags
import { titledBy } from "../kit/title";
import { DealProfilePanel } from "./record/points-panel";
import { dealProfileAction, dealProfileLoader } from "./tags/tags.server";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a deal"}`);

export const loader = dealProfileLoader();

export const action = dealProfileAction();

export default function DealProfile() {
  return <DealProfilePanel />;
}
