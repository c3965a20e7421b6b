// /settings/users/permissions - the permissions of one person, by category (?person=)
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import type { Member } from "../../services/identity/contract.people";
import type { Permission } from "../../services/identity/contract.roles";
import { id as idShape } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Unsaved } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PermissionBoxes, SelectedCount, tickedBy } from "./roles/permission-boxes";
import { powersOfViewer, whysFor } from "./roles/rights";

const path = "/settings/users/permissions";
const Ticked = z.object({ intent: z.string().max(20).default("save"), permission: z.array(z.number()).default([]) });

export const meta = titled("Permissions");

function personIn(url: URL): number | undefined {
  return idShape.safeParse(url.searchParams.get("person") ?? undefined).data;
}

export const loader = page(path, async ({ api, url, viewer }) => {
  const which = personIn(url);
  const colleagues = expectStatus(
    await api.identity.allMembers({ params: { account: "own", group: "all" } }),
    200,
  ).data;
  const choices = colleagues.map(({ id, name, role }) => ({
    value: String(id),
    label: role ? `${name} (${role})` : name,
  }));
  if (which === undefined) return { choices, person: undefined };
  const member = expectStatus(await api.identity.member({ params: { id: which } }), 200);
  const [held, categories] = await Promise.all([
    api.identity.permissionsOf({ params: { uuid: member.uuid } }),
    api.identity.permissionCategories(),
  ]);
  const rows = expectStatus(held, 200).data;
  return {
    choices,
    person: {
      member,
      why: whysFor(viewer, member).rights,
      powers: [...powersOfViewer(viewer)],
      categories: expectStatus(categories, 200).data,
      byRole: rows.filter(({ by }) => by === "role").map(({ id }) => id),
      own: rows.filter(({ by }) => by === "person").map(({ id }) => id),
    },
  };
});

export const action = act(path, Ticked, async ({ api, value, refuse, from, url, viewer }) => {
  const member = expectStatus(await api.identity.member({ params: { id: personIn(url) ?? 0 } }), 200);
  const { data: categories } = expectStatus(await api.identity.permissionCategories(), 200);
  const powers = powersOfViewer(viewer);
  const ticked = tickedBy(value.intent, value.permission, categories, ({ name }) => powers.has(name));
  if (ticked) return data({ ticked });
  const answer = await api.identity.assignPermissions({
    params: { email: member.email },
    body: { permissions: value.permission, replace: true },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, undefined, { person: member.id }), `The permissions of ${member.name} were saved.`);
});

export default function Permissions() {
  const { choices, person } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={last && "notice" in last ? last.notice : undefined} />
      <PageHeader
        title="Permissions"
        back={{ label: "User management", to: href("/settings/users") }}
        text="Permissions one person has in addition to their role."
      />
      <Form method="get" className="mb-4 flex max-w-[520px] flex-wrap items-end gap-2">
        <Select
          id="person"
          name="person"
          label="Person"
          className="min-w-0 flex-1 basis-40"
          key={person?.member.id}
          defaultValue={person ? String(person.member.id) : ""}
          empty="Choose a person"
          choices={choices}
        />
        <Button size="lg">Show</Button>
      </Form>
      {person ? (
        <Panel key={person.member.id} {...person} sent={last && "ticked" in last ? last.ticked : undefined} />
      ) : (
        <Card label="Permissions">
          <EmptyState
            icon={KeyRound}
            title="Choose a person"
            text="Then select what they can do. If many people need the same permissions, use a role."
            actions={<LinkButton to={href("/settings/groups")}>Roles</LinkButton>}
          />
        </Card>
      )}
    </>
  );
}

type PanelProps = {
  member: Member;
  why?: string | undefined;
  powers: string[];
  categories: { id: number; name: string; permissions: Permission[] }[];
  byRole: number[];
  own: number[];
  sent: number[] | undefined;
};

function Panel({ member, why, powers, categories, byRole, own, sent }: PanelProps) {
  const working = useNavigation().state !== "idle";
  const [touched, setTouched] = useState(false);
  const held = new Set(powers);
  const ticked = new Set(sent ?? own);
  return (
    <Card label={`Permissions of ${member.name}`} className="max-w-[980px]">
      <Form
        method="post"
        action={href(path, undefined, { person: member.id })}
        className="grid gap-5 p-5 max-md:p-4"
        key={[...own, "|", ...(sent ?? [])].join()}
        onChange={() => setTouched(true)}
        onSubmit={() => setTouched(false)}
      >
        <Unsaved dirty={() => touched && !working} />
        <p>
          {member.name} {member.role ? `has the role ${member.role}` : "has no role"}
          {byRole.length > 0 && `, which gives ${byRole.length} permissions`}. {why}
        </p>
        {sent && <p className="text-sm text-quiet">Not saved yet. Save to keep your selection.</p>}
        <PermissionBoxes
          categories={categories}
          ticked={ticked}
          byRole={new Set(byRole)}
          role={member.role}
          columns
          why={({ name }) => why ?? (held.has(name) ? undefined : "You don't have this permission yourself.")}
        />
        <div className="page-foot">
          <Button
            variant="primary"
            size="lg"
            name="intent"
            value="save"
            working={working}
            {...(why ? { disabledReason: why } : {})}
          >
            Save
          </Button>
          <LinkButton to={href("/settings/users/:id/details", { id: member.id })} size="lg" variant="ghost">
            Cancel
          </LinkButton>
          <SelectedCount ticked={ticked.size} />
          {why && <span className="text-sm text-quiet">{why}</span>}
        </div>
      </Form>
    </Card>
  );
}
