import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

export const senderPlaces = [
  ["/sms/settings/sender", "Your sender IDs"],
  ["/sms/settings/approveSender", "To approve"],
  ["/sms/settings/allSender", "All accounts"],
  ["/sms/settings/assignSender", "Assign"],
] as const;

export type SenderPlace = (typeof senderPlaces)[number][0];

/** The pages of sender IDs; somebody who may open one only needs no tabs. */
export function SenderTabs({ now, open }: { now: SenderPlace; open: readonly SenderPlace[] }) {
  if (open.length < 2) return null;
  const tabs = senderPlaces
    .filter(([path]) => open.includes(path))
    .map(([path, label]) => ({ label, to: href(path), current: path === now }));
  return <Tabs label="Sender IDs" tabs={tabs} />;
}
