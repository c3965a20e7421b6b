import { useLocation } from "@remix-run/react";
import { ViewForms } from "../../kit/lists/views";
import { Drawer } from "../../kit/ui/drawer";
import type { InboxData } from "./inbox.server";
import { inboxHref, unsavedNames } from "./inbox-links";

/** Saves what the list is narrowed by under a name, and deletes saved views. */
export function ViewsDrawer({ saved, working }: { saved: NonNullable<InboxData["saved"]>; working: boolean }) {
  const { search } = useLocation();
  const close = inboxHref(search);
  return (
    <Drawer title="Saved views" close={close}>
      <ViewForms list="/chat/inbox" to={close} keeps={unsavedNames} working={working} {...saved} />
    </Drawer>
  );
}
