import { useLocation } from "@remix-run/react";
import type { Contact } from "../../../services/chat/contract.schemas";
import { type RefusedPost, typedValue } from "../../kit/refused-post";
import type { BulkResult } from "./bulk.server";
import { BulkDrawer } from "./bulk-drawer";
import type { InboxData } from "./inbox.server";
import { inboxHref } from "./inbox-links";
import { customerName } from "./labels";
import { SnoozeDrawer } from "./snooze-drawer";
import { StartDrawer } from "./start-drawer";
import { TemplateDrawer } from "./template-drawer";
import { TransferDrawer } from "./transfer-drawer";
import { ViewsDrawer } from "./views-drawer";

type InboxDrawersProps = {
  inbox: InboxData;
  /** The conversations that the list shows now. */
  rows: readonly Contact[];
  /** Whose conversation is open, as it is now. */
  contact: Contact | null;
  now: number;
  last: (RefusedPost & { bulk?: BulkResult }) | undefined;
  working: boolean;
};

/** Everything that is done in a drawer over the inbox; the address says which one is open. */
export function InboxDrawers({ inbox, rows, contact, now, last, working }: InboxDrawersProps) {
  const intent = typedValue(last, "intent");
  const { drawer } = inbox.search;
  return (
    <>
      {contact && <ConversationDrawers {...{ inbox, now, last, working, contact }} />}
      {drawer === "bulk" && (
        <BulkDrawer inbox={inbox} rows={rows} last={intent === "bulk" ? last : undefined} working={working} />
      )}
      {drawer === "views" && inbox.saved && <ViewsDrawer saved={inbox.saved} working={working} />}
      {inbox.starting && (
        <StartDrawer starting={inbox.starting} last={intent === "begin" ? last : undefined} working={working} />
      )}
    </>
  );
}

type ConversationDrawersProps = {
  inbox: InboxData;
  contact: Contact;
  now: number;
  last: RefusedPost | undefined;
  working: boolean;
};

/** What is done with the open conversation in a drawer. */
function ConversationDrawers({ inbox, contact, now, last, working }: ConversationDrawersProps) {
  const { search } = useLocation();
  const close = inboxHref(search);
  return (
    <>
      {inbox.search.drawer === "transfer" && inbox.colleagues && (
        <TransferDrawer
          colleagues={inbox.colleagues}
          teams={inbox.filters.teams}
          skills={inbox.filters.skills}
          team={contact.team_id}
          me={inbox.me.id}
          name={customerName(contact)}
          close={close}
          working={working}
        />
      )}
      {inbox.search.drawer === "snooze" && contact.opened && (
        <SnoozeDrawer
          name={customerName(contact)}
          until={contact.snoozed_until}
          now={now}
          zone={inbox.zone}
          last={typedValue(last, "intent") === "snooze" ? last : undefined}
          close={close}
          working={working}
        />
      )}
      {inbox.templates && (
        <TemplateDrawer
          templates={inbox.templates}
          chosen={inbox.search.template}
          name={contact.name}
          requestId={inbox.open?.request_id ?? ""}
          last={typedValue(last, "intent") === "template" ? last : undefined}
          close={close}
          working={working}
        />
      )}
    </>
  );
}
