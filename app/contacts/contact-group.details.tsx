// /contacts/contact-group/details - the contacts of a group (?id=)
import { data, redirect } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { MessageSquareText, Upload, UserPlus, Users } from "lucide-react";
import { commas } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { parseSearch, withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { memberColumns, memberList, members } from "./contact-group.details.list";
import { GroupMenu } from "./groups/group-menu";
import { MergeFields } from "./groups/merge-fields";
import { maySend } from "./groups/sending.server";
import { Taken } from "./groups/take-out";
import { TakeForm, unpacked } from "./groups/taken";

export const meta = titledBy<typeof loader>(({ data }) => data?.facts.group.name ?? "Contacts");

export const loader = page("/contacts/contact-group/details", async (given) => {
  if (parseSearch(members, given.url).id === 0) throw redirect(href("/contacts/contact-group"));
  return { ...(await loadList(members, given)), maySend: maySend(given.viewer) };
});

export const action = act("/contacts/contact-group/details", TakeForm, async ({ api, value, refuse, from, url }) => {
  const { id } = parseSearch(members, url);
  const contact = unpacked(value.was);
  const called = contact ? contact.name || showPhone(contact.phone) || contact.email : "The contact";
  if (value.intent === "take") {
    const answer = await api.messaging.deleteContact({ params: { id, contact_id: value.contact_id } });
    if (answer.status !== 201) return refuse(answer.body);
    return data({ taken: { called, was: value.was } });
  }
  if (!contact) return refuse({ status: 422, message: "The contact's details were not received." });
  const answer = await api.messaging.addContacts({ body: { group_id: id, contacts: [contact] } });
  if (answer.status !== 201) return refuse(answer.body);
  const refused = answer.body.refused[0];
  if (refused) return refuse({ status: 422, message: `${called} was not put back: ${refused.reason}.` });
  return done(from, memberList(url.search), `${called} is in the group again.`);
});

export default function GroupDetails() {
  const { maySend, ...found } = useLoaderData<typeof loader>();
  const { group } = found.facts;
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const drawer = (contact?: number) =>
    `${href("/contacts/contact-group/details/contact")}${withQuery(search, { contact }, true)}`;
  const open = ({ contact_id }: { contact_id: number }) => drawer(contact_id);
  const upload = href("/contacts/contact-group/upload", undefined, { group: group.id });
  const sends = maySend && group.type === "sms" && group.contacts > 0;
  return (
    <>
      {last && "notice" in last && <ActionNotice notice={last.notice} />}
      <ListPage
        list={{ ...members, columns: () => memberColumns(group, { open, rows: found.rows.data }) }}
        found={found}
        title={group.name}
        back={{ label: "Contact groups", to: href("/contacts/contact-group") }}
        text={`${commas(group.contacts)} ${group.contacts === 1 ? "contact" : "contacts"}`}
        actions={
          <>
            <LinkButton to={drawer()} icon={UserPlus} preventScrollReset>
              Add a contact
            </LinkButton>
            {sends && (
              <LinkButton
                to={href("/sms/bulk", undefined, { group: group.id })}
                variant="primary"
                icon={MessageSquareText}
              >
                Send a message
              </LinkButton>
            )}
            <GroupMenu group={group} maySend={maySend} />
          </>
        }
        empty={{
          icon: Users,
          title: "No contacts in this group yet",
          text: "Upload a file of names and numbers into this group, or add people one by one.",
          actions: (
            <>
              <LinkButton to={upload} variant="primary" icon={Upload}>
                Upload contacts
              </LinkButton>
              <LinkButton to={drawer()} variant="ghost">
                Add a contact
              </LinkButton>
            </>
          ),
        }}
        filtered={{
          title: "No one matches this search",
          text: `No contact of ${group.name} has a name or number like ${found.search.q}.`,
        }}
      >
        <MergeFields names={group.field_names} />
        {last && "taken" in last && <Taken {...last.taken} working={working} />}
      </ListPage>
      <Outlet />
    </>
  );
}
