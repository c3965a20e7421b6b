// /contacts/contact-group/details - the contacts of a group (?id=)
import { data, type MetaFunction, redirect } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { MessageSquareText, Upload, UserPlus, Users } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { memberTable, Taken } from "./contact-group.details.parts";
import { GroupMenu } from "./group-menu";
import { memberList, members } from "./members.list";
import { MergeFields } from "./merge-fields";
import { maySend } from "./sending.server";
import { TakeForm, unpacked } from "./taken";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.group.name ?? "Contacts"} - ${brand.name}` },
];

export const loader = page("/contacts/contact-group/details", async ({ api, url, viewer }) => {
  const search = searchOf(members, url);
  if (search.id === 0) throw redirect(href("/contacts/contact-group"));
  const [group, rows] = await Promise.all([
    api.messaging.group({ params: { id: search.id } }),
    members.rows(api, search),
  ]);
  return {
    group: expectStatus(group, 200),
    rows: expectStatus(rows, 200),
    q: search.q,
    zone: viewer.time_zone,
    maySend: maySend(viewer),
  };
});

export const action = act("/contacts/contact-group/details", TakeForm, async ({ api, value, refuse, from, url }) => {
  const { id } = searchOf(members, url);
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
  const { group, rows, q, zone, maySend } = useLoaderData<typeof loader>();
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
      <PageHeader
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
      />
      <MergeFields names={group.field_names} />
      {last && "taken" in last && <Taken {...last.taken} working={working} />}
      <Filters
        params={[...new URLSearchParams(search)]}
        search={{ name: "q", label: "Name or number", value: q }}
        chips={q ? [{ label: "Search", value: q, remove: withQuery(search, { q: undefined }) }] : []}
        clear={href("/contacts/contact-group/details", undefined, { id: group.id })}
      />
      <ListCard
        noun={["contact", "contacts"]}
        rows={rows}
        columns={memberTable(group, rows.data, zone, open)}
        id={(contact) => String(contact.contact_id)}
        csvHref={href("/contacts/contact-group/details.csv")}
        empty={
          q ? (
            <EmptyState
              kind="filtered"
              title="No one matches this search"
              text={`No contact of ${group.name} has a name or number like ${q}.`}
              actions={
                <LinkButton to={href("/contacts/contact-group/details", undefined, { id: group.id })}>
                  Clear the search
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={Users}
              title="No contacts in this group yet"
              text="Upload a file of names and numbers into this group, or add people one by one."
              actions={
                <>
                  <LinkButton to={upload} variant="primary" icon={Upload}>
                    Upload contacts
                  </LinkButton>
                  <LinkButton to={drawer()} variant="ghost">
                    Add a contact
                  </LinkButton>
                </>
              }
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
