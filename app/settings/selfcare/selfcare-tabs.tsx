import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

export type SelfcareTab = "welcome" | "topup" | "request" | "invoices" | "statement";

/** The parts of self-care, each at its own URL. */
export function SelfcareTabs({ current }: { current: SelfcareTab }) {
  const tab = (name: SelfcareTab, label: string, to: string) => ({ label, to, current: name === current });
  return (
    <Tabs
      label="Billing and balance"
      tabs={[
        tab("welcome", "Overview", href("/settings/selfcare")),
        tab("topup", "Top up", href("/settings/selfcare/topup")),
        tab("request", "Bank slips", href("/settings/selfcare/request")),
        tab("invoices", "Invoices", href("/settings/selfcare/invoices")),
        tab("statement", "Statement", href("/settings/selfcare/statement")),
      ]}
    />
  );
}
