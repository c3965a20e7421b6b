// /crm/contacts - the contacts of the CRM
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Plus, Upload, UserPlus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useEventRevalidate } from "../shell/live";
import { page } from "../shell/page.server";
import { DuplicatesLink } from "./duplicates/duplicates-link";
import { countDuplicates } from "./record/record.server";
import { contacts } from "./record/records.list";

export const meta = titled("Contacts");

export const loader = page("/crm/contacts", async (given) => {
  const [found, duplicates] = await Promise.all([loadList(contacts, given), countDuplicates(given.api, "contact")]);
  return { ...found, duplicates };
});

export default function CrmContacts() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useEventRevalidate(["crm_contact"]);
  const add = (
    <LinkButton to={`${href("/crm/contacts/new")}${search}`} variant="primary" icon={Plus} preventScrollReset>
      New contact
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={contacts}
        found={found}
        text="The people and companies that you do business with."
        actions={
          <>
            <DuplicatesLink kind="contact" count={found.duplicates} />
            <LinkButton to={href("/crm/import/new", undefined, { kind: "contact" })} icon={Upload}>
              Import
            </LinkButton>
            {add}
          </>
        }
        empty={{
          icon: UserPlus,
          title: "No contacts yet",
          text: "A contact is what a lead becomes when it is converted. You can also add one here.",
          actions: add,
        }}
      />
      <Outlet />
    </>
  );
}
