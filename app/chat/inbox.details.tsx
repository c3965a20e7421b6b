// /chat/inbox/details - all that is known of the open conversation; on a narrow screen a page of its own
import type { MetaFunction } from "@remix-run/node";
import { useOutlet, useOutletContext } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { EmptyState } from "../kit/ui/empty-state";
import { page } from "../shell/page.server";
import { useDeskContext } from "./desk-context";
import { Details } from "./details";

export const meta: MetaFunction = () => [{ title: `Details - ${brand.name}` }];

export const loader = page("/chat/inbox/details", async () => null);

export default function InboxDetails() {
  const { open, me, zone } = useDeskContext();
  const panel = useOutlet(useOutletContext());
  if (!open)
    return <EmptyState title="No conversation is open" text="Choose one in the list; its details show here." />;
  return panel ?? <Details open={open} me={me.id} zone={zone} />;
}
