import type { ReactNode } from "react";
import { href } from "../../href";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";

const tabs = {
  "Set-up": href("/ticketing/settings"),
  SLA: href("/ticketing/settings/sla"),
  Policies: href("/ticketing/settings/sla/policies"),
  Dispositions: href("/ticketing/settings/sla/dispositions"),
  Stages: href("/ticketing/settings/stages"),
  Types: href("/ticketing/settings/types"),
  Groups: href("/ticketing/settings/groups"),
  Users: href("/ticketing/settings/users"),
  Email: href("/ticketing/settings/email"),
  Automations: href("/ticketing/settings/automations"),
} as const;

/** The head of every page of the settings of ticketing. */
export function SettingsHead({ tab, text, actions }: { tab: keyof typeof tabs; text: string; actions?: ReactNode }) {
  return (
    <>
      <PageHeader title="Ticketing settings" text={text} actions={actions} />
      <Tabs
        label="Settings of ticketing"
        className="mb-4"
        tabs={Object.entries(tabs).map(([label, to]) => ({ label, to, current: label === tab }))}
      />
    </>
  );
}
