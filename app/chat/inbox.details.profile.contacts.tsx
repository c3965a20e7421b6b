// /chat/inbox/details/profile/contacts - who the customer is: name, number, address, and the doors they came through
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { PostResult } from "../kit/post-result";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { act, expectStatus, page } from "../shell/page.server";
import { MergePeople } from "./customer/merge-people";
import { Panel } from "./customer/panel";
import { actOnPerson, PersonPost } from "./customer/person.server";
import { PersonCard } from "./customer/person-card";
import { PersonForm } from "./customer/person-form";
import { useInboxContext } from "./inbox/inbox-context";
import { inboxHref } from "./inbox/inbox-links";

const here = "/chat/inbox/details/profile/contacts";

export const meta = titled("Profile and contacts");

export const loader = page(here, async ({ api, url }) => {
  const find = url.searchParams.get("find")?.trim().slice(0, 100) ?? "";
  return { find, found: find ? expectStatus(await api.chat.findPeople({ query: { q: find } }), 200).data : [] };
});

export const action = act(here, PersonPost, actOnPerson);

export default function ProfileContacts() {
  const { open, zone, mayInterview } = useInboxContext();
  const { find, found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  if (!open) return null;
  const { person } = open.detail;
  const to = inboxHref(search, {}, here);
  return (
    <Panel title="Profile and contacts">
      <PostResult last={last} idOf={(name) => (name === "intent" ? undefined : `person-${name}`)} />
      <div className="grid gap-6">
        <div>
          <PersonCard person={person} zone={zone} mayInterview={mayInterview} />
        </div>
        <PersonForm
          key={`${person.id} ${person.name} ${person.email} ${person.msisdn}`}
          person={person}
          action={to}
          working={working}
          last={typedValue(last, "intent") === "save" ? last : undefined}
        />
        <MergePeople person={person} find={find} found={found} action={to} working={working} />
      </div>
    </Panel>
  );
}
