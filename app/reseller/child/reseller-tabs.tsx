import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

const places = [
  ["/reseller", "Accounts"],
  ["/reseller/bulk", "Send bulk"],
  ["/reseller/single", "Send single"],
  ["/reseller/history", "History"],
  ["/reseller/configure-sender", "Sender names"],
  ["/reseller/top-up-account", "Top up"],
  ["/reseller/activate-offline", "Paid offline"],
] as const;

export type ResellerPlace = (typeof places)[number][0];

/** The pages of a reseller; the child that one looks at goes along. */
export function ResellerTabs({ now, child }: { now: ResellerPlace; child?: string | undefined }) {
  const tabs = places.map(([path, label]) => ({
    label,
    to: href(path, undefined, { child: path === "/reseller" ? undefined : child }),
    current: path === now,
  }));
  return <Tabs label="Reseller" tabs={tabs} />;
}
