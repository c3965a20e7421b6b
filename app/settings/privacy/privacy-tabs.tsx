import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The four pages of data protection. */
export function PrivacyTabs({ now }: { now: "requests" | "consents" | "keywords" | "retention" }) {
  return (
    <Tabs
      label="Data protection"
      tabs={[
        { label: "Requests", to: href("/settings/data-protection"), current: now === "requests" },
        { label: "Consent", to: href("/settings/data-protection/consents"), current: now === "consents" },
        { label: "Opt-out words", to: href("/settings/data-protection/keywords"), current: now === "keywords" },
        { label: "Retention", to: href("/settings/data-protection/retention"), current: now === "retention" },
      ]}
    />
  );
}
