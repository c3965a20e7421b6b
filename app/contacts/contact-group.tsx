// /contacts/contact-group - the contact groups
import { Outlet, useLoaderData } from "@remix-run/react";
import { Plus, Upload, Users } from "lucide-react";
import { href } from "../href";
import { groups } from "../kit/contact-groups.list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { GroupMenu } from "./groups/group-menu";
import { maySend } from "./groups/sending.server";

export const meta = titled("Contact groups");

export const loader = page("/contacts/contact-group", async (given) => {
  return { ...(await loadList(groups, given)), maySend: maySend(given.viewer) };
});

export default function ContactGroups() {
  const { maySend, ...found } = useLoaderData<typeof loader>();
  const upload = (
    <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={groups}
        found={found}
        text="People you message together. Each group keeps the extra columns of its file."
        actions={
          <>
            <LinkButton to={href("/contacts/contact-group/new")} icon={Plus}>
              New group
            </LinkButton>
            {upload}
          </>
        }
        action={(group) => <GroupMenu group={group} maySend={maySend} />}
        empty={{
          icon: Users,
          title: "No contact groups yet",
          text: "A group is a list of people who get the same message. Upload a file of names and numbers to create one.",
          actions: upload,
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No group has that name and type. Remove a filter to see more.",
        }}
      />
      <Outlet />
    </>
  );
}
