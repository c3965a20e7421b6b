import { useOutletContext } from "@remix-run/react";
import type { InboxData, OpenConversation } from "./inbox.server";

/** What the panels of the details get from the inbox around them. */
export type InboxContext = Pick<InboxData, "me" | "zone" | "now" | "filters" | "mayInterview"> & {
  open: OpenConversation | null;
};

export function useInboxContext(): InboxContext {
  return useOutletContext<InboxContext>();
}
