// /dashboard/all-contacts-group - every contact group with its count, in one table
import { useLoaderData } from "@remix-run/react";
import { Upload, Users } from "lucide-react";
import { commas } from "../../rules/format";
import type { ContactGroup } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { settled } from "../kit/settled.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { allGroups, groupTypeNames } from "./all-contacts-group.list";

export const meta = titled("All contact groups");

export const loader = page("/dashboard/all-contacts-group", async (given) => {
  const [found, every] = await Promise.all([
    loadList(allGroups, given),
    settled(given.api.messaging.allGroups({ query: { type: "sms,email,airtime" } })),
  ]);
  return { ...found, counts: every && found.rows.total > 0 ? countsOf(every.data) : [] };
});

function countsOf(groups: readonly ContactGroup[]) {
  return Object.entries(groupTypeNames).map(([type, label]) => {
    const some = groups.filter((group) => group.type === type);
    return { label, groups: some.length, contacts: some.reduce((sum, group) => sum + group.contacts, 0) };
  });
}

export default function AllContactGroups() {
  const { counts, ...found } = useLoaderData<typeof loader>();
  const upload = found.facts.mayOpen && (
    <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  const text =
    "A group is a list of people who get the same message. Upload a file of names and numbers to create one.";
  return (
    <ListPage
      list={allGroups}
      found={found}
      text="Every group of the account, and how many contacts each has."
      back={{ label: "Dashboard", to: href("/dashboard") }}
      empty={{ icon: Users, title: "No contact groups yet", text, actions: upload }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No group has that name and type. Remove a filter to see more.",
      }}
    >
      {counts.length > 0 && (
        <div className="mb-4 grid gap-4 max-sm:gap-3 sm:grid-cols-3">
          {counts.map(({ label, groups, contacts }) => {
            const note = `in ${commas(groups)} ${groups === 1 ? "group" : "groups"}`;
            const unit = contacts === 1 ? "contact" : "contacts";
            return <Stat key={label} label={label} value={commas(contacts)} unit={unit} note={note} />;
          })}
        </div>
      )}
    </ListPage>
  );
}
