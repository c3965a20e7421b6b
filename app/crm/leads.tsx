// /crm/leads - leads as a table (R128)
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Columns3, Plus, Upload, UserPlus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useEventRevalidate } from "../shell/live";
import { page } from "../shell/page.server";
import { DuplicatesLink } from "./duplicates/duplicates-link";
import { countDuplicates } from "./record/record.server";
import { leads } from "./record/records.list";

export const meta = titled("Leads");

export const loader = page("/crm/leads", async (given) => {
  const [found, duplicates] = await Promise.all([loadList(leads, given), countDuplicates(given.api, "lead")]);
  return { ...found, duplicates };
});

export default function Leads() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useEventRevalidate(["lead"]);
  const add = (
    <LinkButton to={`${href("/crm/leads/new")}${search}`} variant="primary" icon={Plus} preventScrollReset>
      New lead
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={leads}
        found={found}
        text="People and companies that may buy."
        actions={
          <>
            <DuplicatesLink kind="lead" count={found.duplicates} />
            <LinkButton to={href("/crm/board")} icon={Columns3}>
              Board
            </LinkButton>
            <LinkButton to={href("/crm/import/new")} icon={Upload}>
              Import
            </LinkButton>
            {add}
          </>
        }
        empty={{
          icon: UserPlus,
          title: "No leads yet",
          text: "A lead is a possible customer. Add the first one, and move it from stage to stage until it is won.",
          actions: add,
        }}
      />
      <Outlet />
    </>
  );
}
