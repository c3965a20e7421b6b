// /settings/groups/delete - the last step before a role goes (?id=)
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { idOf } from "./users.server";

const path = "/settings/groups/delete";

export const meta: MetaFunction = () => [{ title: `Delete a role - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => ({
  role: expectStatus(await api.identity.role({ params: { id: idOf(url.searchParams.get("id") ?? "") } }), 200),
}));

export const action = act(path, z.object({}), async ({ api, refuse, from, url }) => {
  const answer = await api.identity.deleteRole({ params: { id: idOf(url.searchParams.get("id") ?? "") } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/groups"), answer.body.message);
});

export default function DeleteRole() {
  const { role } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const why = role.system
    ? "A system role can't be deleted."
    : role.members > 0
      ? "People have this role. Give them another one first."
      : undefined;
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title={`Delete the role ${role.name}?`}
        text="A deleted role can't be restored."
        back={{ label: "Group management", to: href("/settings/groups") }}
      />
      <DescriptionList
        facts={[
          { label: "Role", value: role.name },
          { label: "People", value: commas(role.members) },
          { label: "Permissions", value: role.permissions.map(({ name }) => name).join(", ") || "None" },
        ]}
      />
      <Form method="post" className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="danger" size="lg" icon={Trash2} working={working} {...(why ? { disabledReason: why } : {})}>
          Delete the role
        </Button>
        <LinkButton to={href("/settings/groups")} size="lg">
          Keep it
        </LinkButton>
        {why && <span className="basis-full text-sm text-quiet">{why}</span>}
      </Form>
    </div>
  );
}
