// /whatsapp/inboxes/broadcast-history - the broadcasts that were made, to many or to one number
import { useLoaderData } from "@remix-run/react";
import { Plus, Send } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Tabs } from "../kit/ui/tabs";
import { page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { broadcasts } from "./inboxes.broadcast-history.list";

const path = "/whatsapp/inboxes/broadcast-history";

export const meta = titled("WhatsApp broadcast history");

export const loader = page(path, async (given) => ({
  ...(await loadList(broadcasts, given)),
  mayWrite: mayOpen(given.viewer, "/whatsapp/inboxes/broadcasts/:id/confirm"),
}));

export default function BroadcastHistory() {
  const { mayWrite, ...found } = useLoaderData<typeof loader>();
  const single = found.search.view === "single";
  const write = mayWrite && (
    <LinkButton to={href("/whatsapp/inboxes/broadcasts")} variant="primary" icon={Plus}>
      New broadcast
    </LinkButton>
  );
  return (
    <ListPage
      list={single ? { ...broadcasts, noun: ["message", "messages"] } : broadcasts}
      found={found}
      text="Every broadcast with what was sent and read, and what it cost."
      actions={write}
      empty={{
        icon: Send,
        title: single ? "No single messages yet" : "No broadcasts yet",
        text: single
          ? "Dry runs and other messages to one number appear here."
          : "A broadcast is one template to many customers.",
        actions: write,
      }}
    >
      <Tabs
        label="Kind"
        tabs={[
          { label: "Bulk", to: href(path), current: !single },
          { label: "Single", to: href(path, undefined, { view: "single" }), current: single },
        ]}
      />
    </ListPage>
  );
}
