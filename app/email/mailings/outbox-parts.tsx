import { Plus } from "lucide-react";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Tabs } from "../../kit/ui/tabs";
import type { composePath, OutboxKind } from "./compose-path";

const tabs = [
  { kind: "all", label: "All", to: href("/email/outbox") },
  { kind: "bulk", label: "Bulk", to: href("/email/bulk_outbox") },
  { kind: "single", label: "Single", to: href("/email/single_outbox") },
] as const;

/** The three outboxes are one list and its two halves (Q101). */
export function OutboxTabs({ kind }: { kind: OutboxKind }) {
  return <Tabs label="Kind" tabs={tabs.map(({ kind: one, label, to }) => ({ label, to, current: one === kind }))} />;
}

/** The way to a new email. */
export function NewEmail({ to }: { to: NonNullable<ReturnType<typeof composePath>> }) {
  return (
    <LinkButton to={href(to)} variant="primary" icon={Plus}>
      {to === "/email/single" ? "New single email" : "New bulk email"}
    </LinkButton>
  );
}
