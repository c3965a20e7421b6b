// /crm/organisations - the companies and other organisations that contacts and deals belong to
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Building2, Plus } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useEventRevalidate } from "../shell/live";
import { organisations } from "./organisations.list";

export const meta = titled("Organisations");

export const loader = listLoader("/crm/organisations", organisations);

export default function Organisations() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useEventRevalidate(["organisation"]);
  const add = (
    <LinkButton to={`${href("/crm/organisations/new")}${search}`} variant="primary" icon={Plus} preventScrollReset>
      New organisation
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={organisations}
        found={found}
        text="The companies and other organisations that your contacts and deals belong to."
        actions={add}
        empty={{
          icon: Building2,
          title: "No organisations yet",
          text: "A contact or a deal with a company adds its organisation. You can also add one here.",
          actions: add,
        }}
      />
      <Outlet />
    </>
  );
}
