// /settings/api/webhooks - the addresses that are told what happens
import { useLoaderData } from "@remix-run/react";
import { Plus, Webhook } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { ApiTabs } from "./api/api-tabs";
import { webhooks } from "./api.webhooks.list";

export const meta = titled("Web hooks");

export const loader = page("/settings/api/webhooks", (given) => loadList(webhooks, given));

export default function Webhooks() {
  const found = useLoaderData<typeof loader>();
  const create = (
    <LinkButton to={href("/settings/api/webhooks/new")} variant="primary" icon={Plus}>
      New web hook
    </LinkButton>
  );
  return (
    <ListPage
      list={webhooks}
      found={found}
      text="Your programs are told the status of messages, what people answered and who opted out."
      actions={create}
      empty={{
        icon: Webhook,
        title: "No web hooks yet",
        text: "A web hook is an address of yours that gets a signed request when something happens.",
        actions: create,
      }}
    >
      <ApiTabs now="webhooks" />
    </ListPage>
  );
}
