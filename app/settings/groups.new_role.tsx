// /settings/groups/new_role - a new role with its permissions
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Unsaved } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SelectedCount, tickedBy } from "./roles/permission-boxes";
import { lacking, powersOfViewer } from "./roles/rights";
import { RoleFields, RoleFormFields, refusedRole, roleControl } from "./roles/role-form";

const path = "/settings/groups/new_role";

export const meta = titled("New role");

export const loader = page(path, async ({ api, viewer, url }) => {
  const [categories, roles] = await Promise.all([
    api.identity.permissionCategories(),
    api.identity.roles({ params: { account: "own" }, query: { per_page: 100 } }),
  ]);
  const known = expectStatus(roles, 200).data;
  const powers = powersOfViewer(viewer);
  const start = known.find(({ id }) => String(id) === url.searchParams.get("from"));
  return {
    categories: expectStatus(categories, 200).data,
    powers: [...powers],
    why: lacking(viewer, "Create user"),
    roles: known.map(({ id, name }) => ({ value: String(id), label: name })),
    start: start && {
      id: String(start.id),
      name: start.name,
      permissions: start.permissions.filter(({ name }) => powers.has(name)).map(({ id }) => id),
      left: start.permissions.filter(({ name }) => !powers.has(name)).length,
    },
  };
});

export const action = act(path, RoleFields, async ({ api, value, from, viewer }) => {
  const { intent, name, permission } = value;
  const { data: categories } = expectStatus(await api.identity.permissionCategories(), 200);
  const powers = powersOfViewer(viewer);
  const ticked = tickedBy(intent, permission, categories, (row) => powers.has(row.name));
  if (ticked) return data({ name, ticked });
  const answer = await api.identity.createRole({ params: { account: "own" }, body: { name, permissions: permission } });
  if (answer.status === 201) return done(from, href("/settings/groups"), `The role ${answer.body.name} was created.`);
  return data(refusedRole(value, answer.body), { status: answer.status === 422 ? 422 : 400 });
});

export default function NewRole() {
  const { categories, powers, why, roles, start } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const [touched, setTouched] = useState(false);
  const sent = last && "ticked" in last ? last : undefined;
  const ticked = sent?.ticked ?? start?.permissions ?? [];
  return (
    <>
      <PostResult last={last} idOf={roleControl} />
      <PageHeader
        title="New role"
        back={{ label: "Group management", to: href("/settings/groups") }}
        text="Choose what people with this role can do. You can grant only permissions you have."
      />
      <Form method="get" className="mb-4 flex max-w-[520px] flex-wrap items-end gap-2">
        <Select
          id="from"
          name="from"
          label="Start from a role"
          className="min-w-0 flex-1 basis-40"
          key={start?.id}
          defaultValue={start?.id ?? ""}
          empty="No permissions"
          choices={roles}
        />
        <Button size="lg">Copy its permissions</Button>
        {start && start.left > 0 && (
          <p className="basis-full text-sm text-quiet">
            {start.left === 1 ? "1 permission" : `${start.left} permissions`} of {start.name} left out: you don't have{" "}
            {start.left === 1 ? "it" : "them"} yourself.
          </p>
        )}
      </Form>
      <Card label="New role" className="max-w-[980px]">
        <Form
          method="post"
          className="grid gap-5 p-5 max-md:p-4"
          key={ticked.join()}
          onChange={() => setTouched(true)}
          onSubmit={() => setTouched(false)}
        >
          <Unsaved dirty={() => touched && !working} />
          <RoleFormFields
            name={sent?.name ?? ""}
            ticked={ticked}
            errors={fieldErrors(sent)}
            categories={categories}
            powers={powers}
            why={why}
            columns
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
              Create role
            </Button>
            <LinkButton to={href("/settings/groups")} size="lg" variant="ghost">
              Cancel
            </LinkButton>
            <SelectedCount ticked={ticked.length} />
            {why && <span className="text-sm text-quiet">{why}</span>}
          </div>
        </Form>
      </Card>
    </>
  );
}
