// /contacts/contact-group/details/delete - the last step before a group goes (?id=)
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Info, Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { searchOf } from "../kit/list";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { groupTypeNames } from "./groups.list";
import { members } from "./members.list";

const path = "/contacts/contact-group/details/delete";

export const meta: MetaFunction = () => [{ title: `Delete a contact group - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => ({
  group: expectStatus(await api.messaging.group({ params: { id: searchOf(members, url).id } }), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, z.object({}), async ({ api, refuse, from, url }) => {
  const answer = await api.messaging.deleteGroup({ params: { id: searchOf(members, url).id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/contacts/contact-group"), "Contact group deleted");
});

export default function DeleteGroup() {
  const { group, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/contacts/contact-group/details", undefined, { id: group.id });
  const count = `${commas(group.contacts)} ${group.contacts === 1 ? "contact" : "contacts"}`;
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title={`Delete ${group.name}?`}
        text="A deleted group cannot be restored."
        back={{ label: group.name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Group", value: group.name, note: groupTypeNames[group.type] },
          { label: "In it", value: count },
          ...(group.field_names.length > 0 ? [{ label: "Merge fields", value: group.field_names.join(", ") }] : []),
          { label: "Created", value: <DateTime at={group.created_at} zone={zone} /> },
        ]}
      />
      <p className="my-4 flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        Contacts that are also in other groups stay there. This group's columns are deleted. Sent messages stay in the
        history.
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Trash2} working={working}>
          {group.contacts > 0 ? `Delete the group and its ${count}` : "Delete the group"}
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}
