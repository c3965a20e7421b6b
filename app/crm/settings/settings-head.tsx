import type { ReactNode } from "react";
import { href } from "../../href";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";

const tabs = [
  { label: "Pipelines", to: href("/crm/settings/pipelines") },
  { label: "Lead stages", to: href("/crm/settings/leadstages") },
  { label: "Contact stages", to: href("/crm/settings/contactstages") },
  { label: "Deal stages", to: href("/crm/settings/dealstages") },
  { label: "Custom fields", to: href("/crm/settings/fields") },
  { label: "Tags", to: href("/crm/settings/tags") },
  { label: "Sequences", to: href("/crm/settings/sequences") },
  { label: "Products", to: href("/crm/settings/products") },
  { label: "Users", to: href("/crm/settings/users") },
  { label: "Score", to: href("/crm/settings/scoreconfig") },
];

/** The head of the settings of the CRM. */
export function SettingsHead({ tab, text, actions }: { tab: string; text: string; actions?: ReactNode }) {
  return (
    <>
      <PageHeader title="Set up the CRM" text={text} actions={actions} />
      <Tabs label="Settings of the CRM" tabs={tabs.map((one) => ({ ...one, current: one.label === tab }))} />
    </>
  );
}
