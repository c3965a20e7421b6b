import { Plus, Send } from "lucide-react";
import type { ComponentProps } from "react";
import { href } from "../../href";
import { ListPage } from "../../kit/lists/page";
import { LinkButton } from "../../kit/ui/button";
import { Tabs } from "../../kit/ui/tabs";
import type { allMailings } from "./mailings.list";

type OutboxPageProps = {
  list: typeof allMailings;
  found: ComponentProps<typeof ListPage<typeof allMailings>>["found"];
  kind: "all" | "bulk" | "single";
};

const tabs = [
  { kind: "all", label: "All", to: href("/email/outbox") },
  { kind: "bulk", label: "Bulk", to: href("/email/bulk_outbox") },
  { kind: "single", label: "Single", to: href("/email/single_outbox") },
] as const;

/** What was sent, with its outcome; the three outboxes are one list and its two halves. */
export function OutboxPage({ list, found, kind }: OutboxPageProps) {
  const compose = (
    <LinkButton to={kind === "single" ? href("/email/single") : href("/email/bulk")} variant="primary" icon={Plus}>
      {kind === "single" ? "New single email" : "New bulk email"}
    </LinkButton>
  );
  return (
    <ListPage
      list={list}
      found={found}
      text="Every email sent from this account, with what became of it."
      actions={compose}
      empty={{ icon: Send, title: "No emails yet", text: "Emails appear here with their progress, bounces and cost.", actions: compose }}
    >
      <Tabs label="Kind" tabs={tabs.map(({ kind: one, label, to }) => ({ label, to, current: one === kind }))} />
    </ListPage>
  );
}
