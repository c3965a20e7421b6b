// /chat/inbox/details - all that is known of the open conversation; on a narrow screen a page of its own
import { useOutlet, useOutletContext } from "@remix-run/react";
import { titled } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { page } from "../shell/page.server";
import { Details } from "./customer/details";
import { useInboxContext } from "./inbox/inbox-context";

export const meta = titled("Details");

export const loader = page("/chat/inbox/details", async () => null);

export default function InboxDetails() {
  const { open, filters, me, zone, mayInterview } = useInboxContext();
  const panel = useOutlet(useOutletContext());
  if (!open)
    return <EmptyState title="No conversation is open" text="Choose one in the list; its details show here." />;
  return panel ?? <Details open={open} labels={filters.labels} me={me.id} zone={zone} mayInterview={mayInterview} />;
}
