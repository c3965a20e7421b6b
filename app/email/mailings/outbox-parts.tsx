import { Plus } from "lucide-react";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Tabs } from "../../kit/ui/tabs";

type Kind = "all" | "bulk" | "single";

const tabs = [
  { kind: "all", label: "All", to: href("/email/outbox") },
  { kind: "bulk", label: "Bulk", to: href("/email/bulk_outbox") },
  { kind: "single", label: "Single", to: href("/email/single_outbox") },
] as const;

/** The three outboxes are one list and its two halves (Q101). */
export function OutboxTabs({ kind }: { kind: Kind }) {
  return <Tabs label="Kind" tabs={tabs.map(({ kind: one, label, to }) => ({ label, to, current: one === kind }))} />;
}

/** The way to a new e-mail of the kind that is listed. */
export function NewEmail({ kind }: { kind: Kind }) {
  return (
    <LinkButton to={kind === "single" ? href("/email/single") : href("/email/bulk")} variant="primary" icon={Plus}>
      {kind === "single" ? "New single email" : "New bulk email"}
    </LinkButton>
  );
}
