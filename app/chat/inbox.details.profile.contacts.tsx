// /chat/inbox/details/profile/contacts - who the customer is: name, number, address, and the doors they came through
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ActionNotice } from "../kit/action-notice";
import { expectStatus, page, receive } from "../shell/page.server";
import { useDeskContext } from "./desk-context";
import { deskTo } from "./desk-links";
import { MergePeople } from "./merge-people";
import { Panel } from "./panel";
import { actOnPerson } from "./person.server";
import { PersonCard } from "./person-card";
import { PersonForm } from "./person-form";

const here = "/chat/inbox/details/profile/contacts";

export const meta: MetaFunction = () => [{ title: `Profile and contacts - ${brand.name}` }];

export const loader = page(here, async ({ api, url }) => {
  const find = url.searchParams.get("find")?.trim().slice(0, 100) ?? "";
  return { find, found: find ? expectStatus(await api.chat.findPeople({ query: { q: find } }), 200).data : [] };
});

export const action = receive(here, actOnPerson);

export default function ProfileContacts() {
  const { open, zone } = useDeskContext();
  const { find, found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  if (!open) return null;
  const { person } = open.detail;
  const to = deskTo(search, {}, here);
  return (
    <Panel title="Profile and contacts">
      <ActionNotice notice={last?.notice} />
      <div className="grid gap-6">
        <div>
          <PersonCard person={person} zone={zone} />
        </div>
        <PersonForm
          key={`${person.id} ${person.name} ${person.email} ${person.msisdn}`}
          person={person}
          action={to}
          working={working}
          {...(last ? { typed: last.typed, errors: last.errors } : {})}
        />
        <MergePeople person={person} find={find} found={found} action={to} working={working} />
      </div>
    </Panel>
  );
}
