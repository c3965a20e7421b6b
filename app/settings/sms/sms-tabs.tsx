import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The pages of how SMS are sent and answered. */
export function SmsTabs({ now }: { now: "hours" | "links" | "replies" }) {
  return (
    <Tabs
      label="SMS sending"
      tabs={[
        { label: "Hours", to: href("/settings/sms"), current: now === "hours" },
        { label: "Links", to: href("/settings/sms/links"), current: now === "links" },
        { label: "Keyword replies", to: href("/settings/sms/replies"), current: now === "replies" },
      ]}
    />
  );
}
