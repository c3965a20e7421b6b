// /chat/settings/labels - what conversations are sorted by, one set for all channels
import { Outlet, useLoaderData } from "@remix-run/react";
import { Plus, Tag } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { managesChat } from "./settings/settings.server";
import { SettingsHead } from "./settings/settings-tabs";
import { labels } from "./settings.labels.list";

export const meta = titled("Chat labels");

export const loader = page("/chat/settings/labels", async (given) => ({
  ...(await loadList(labels, given)),
  manages: managesChat(given.viewer),
}));

const text = "What a conversation is about, such as Refund or VIP. Agents add labels in the inbox, on every channel.";

export default function ChatLabels() {
  const { manages, ...found } = useLoaderData<typeof loader>();
  const add = found.facts.mayChange && (
    <LinkButton to={href("/chat/settings/labels/:id", { id: "new" })} variant="primary" icon={Plus} preventScrollReset>
      New label
    </LinkButton>
  );
  return (
    <>
      {manages ? (
        <SettingsHead tab="Labels" text={text} actions={add} />
      ) : (
        <PageHeader title="Chat labels" text={text} actions={add} />
      )}
      <ListPage
        list={labels}
        found={found}
        bare
        empty={{
          icon: Tag,
          title: "No labels yet",
          text: "With labels you find conversations of one kind in the inbox and count them in the reports.",
          actions: add,
        }}
      />
      <Outlet />
    </>
  );
}
