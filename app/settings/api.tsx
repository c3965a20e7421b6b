// /settings/api - the account's API keys
import { useLoaderData } from "@remix-run/react";
import { KeyRound, Plus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { ApiTabs } from "./api/api-tabs";
import { apiKeys } from "./api.list";

export const meta = titled("API keys");

export const loader = page("/settings/api", (given) => loadList(apiKeys, given));

export default function ApiKeys() {
  const found = useLoaderData<typeof loader>();
  const create = (
    <LinkButton to={href("/settings/api/new")} variant="primary" icon={Plus}>
      New API key
    </LinkButton>
  );
  return (
    <ListPage
      list={apiKeys}
      found={found}
      text="Your own programs use a key to send messages from this account."
      actions={create}
      empty={{
        icon: KeyRound,
        title: "No API keys yet",
        text: "With a key your shop, till or website can send SMS and ask for their status.",
        actions: create,
      }}
    >
      <ApiTabs now="keys" />
    </ListPage>
  );
}
