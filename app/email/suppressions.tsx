// /email/suppressions - addresses that get no emails
import { Outlet, useLoaderData } from "@remix-run/react";
import { MailX, Plus } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { suppressions } from "./suppressions.list";

export const meta = titled("Suppressed addresses");

export const loader = page("/email/suppressions", async (given) => ({
  ...(await loadList(suppressions, given)),
  mayWrite: mayOpen(given.viewer, routeFor("/email/suppressions/new")),
}));

export default function Suppressions() {
  const { mayWrite, ...found } = useLoaderData<typeof loader>();
  const add = mayWrite && (
    <LinkButton to={href("/email/suppressions/new")} variant="primary" icon={Plus} preventScrollReset>
      Add addresses
    </LinkButton>
  );
  return (
    <ListPage
      list={suppressions}
      found={found}
      text="Addresses that get no emails: people who unsubscribed or complained, those that bounced, and those your team adds."
      actions={add}
      empty={{
        icon: MailX,
        title: "No suppressed addresses",
        text: "People who unsubscribe and addresses that bounce are added automatically. You can add addresses as well.",
        actions: add,
      }}
    >
      <Outlet />
    </ListPage>
  );
}
