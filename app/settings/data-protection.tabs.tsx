import { href } from "../href";
import { Tabs } from "../kit/ui/tabs";

/** The three pages of data protection. */
export function PrivacyTabs({ now }: { now: "requests" | "consents" | "retention" }) {
  return (
    <Tabs
      label="Data protection"
      tabs={[
        { label: "Requests", to: href("/settings/data-protection"), current: now === "requests" },
        { label: "Consent", to: href("/settings/data-protection/consents"), current: now === "consents" },
        { label: "Retention", to: href("/settings/data-protection/retention"), current: now === "retention" },
      ]}
    />
  );
}
