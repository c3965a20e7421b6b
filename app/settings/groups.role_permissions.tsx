// /settings/groups/role_permissions - one role with its permissions, to read or to edit (drawer) (?id=)
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { systemRole } from "../../rules/system-roles";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { PostResult } from "../kit/post-result";
import { fieldErrors } from "../kit/refused-post";
import { Button, LinkButton } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { act, done, expectStatus, page } from "../shell/page.server";
import { parseRoleId } from "./people/users.server";
import { tickedBy } from "./roles/permission-boxes";
import { lacking, powersOfViewer } from "./roles/rights";
import { RoleFields, RoleFormFields, refusedRole, roleControl } from "./roles/role-form";
import { RoleSheet } from "./roles/role-sheet";

const path = "/settings/groups/role_permissions";

function roleIn(url: URL): number {
  return parseRoleId(url.searchParams.get("id") ?? "");
}

function listOf(search: string): string {
  const query = withQuery(search, { id: undefined }, true);
  return `${href("/settings/groups")}${query === "?" ? "" : query}`;
}

export const loader = page(path, async ({ api, url, viewer }) => {
  const [role, categories] = await Promise.all([
    api.identity.role({ params: { id: roleIn(url) } }),
    api.identity.permissionCategories(),
  ]);
  const found = expectStatus(role, 200);
  const powers = powersOfViewer(viewer);
  const more = found.permissions.some(({ name }) => !powers.has(name));
  return {
    role: found,
    categories: expectStatus(categories, 200).data,
    powers: [...powers],
    why: lacking(viewer, "Edit user") ?? (more ? "This role has more permissions than you." : undefined),
    whyKept:
      lacking(viewer, "Remove user") ??
      (more ? "This role has more permissions than you." : undefined) ??
      (found.members > 0 ? "People have this role. Give them another one first." : undefined),
  };
});

export const action = act(path, RoleFields, async ({ api, value, from, url, viewer }) => {
  const { intent, name, permission } = value;
  const { data: categories } = expectStatus(await api.identity.permissionCategories(), 200);
  const powers = powersOfViewer(viewer);
  const ticked = tickedBy(intent, permission, categories, (row) => powers.has(row.name));
  if (ticked) return data({ name, ticked });
  const answer = await api.identity.updateRole({
    params: { id: roleIn(url) },
    body: { name, permissions: permission },
  });
  if (answer.status === 201) return done(from, listOf(url.search), `The role ${answer.body.name} was saved.`);
  return data(refusedRole(value, answer.body), { status: answer.status === 422 ? 422 : 400 });
});

export default function RoleDrawer() {
  const { role, categories, powers, why, whyKept } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const close = listOf(search);
  const sent = last && "ticked" in last ? last : undefined;
  if (role.system)
    return (
      <Drawer title={role.name} close={close}>
        <RoleSheet role={role} categories={categories} about={systemRole(role.name)?.summary} />
      </Drawer>
    );
  return (
    <Drawer
      title={role.name}
      close={close}
      foot={
        <>
          <Button
            variant="primary"
            size="lg"
            form="role"
            name="intent"
            value="save"
            working={working}
            {...(why ? { disabledReason: why } : {})}
          >
            Save
          </Button>
          <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
            Cancel
          </LinkButton>
          <LinkButton
            to={href("/settings/groups/delete", undefined, { id: role.id })}
            size="lg"
            variant="danger-outline"
            className="ml-auto"
            {...(whyKept ? { disabledReason: whyKept } : {})}
          >
            Delete
          </LinkButton>
          {(why ?? whyKept) && <p className="basis-full text-sm text-quiet">{why ?? whyKept}</p>}
        </>
      }
    >
      <PostResult last={last} idOf={roleControl} />
      <Form method="post" id="role" className="grid gap-5" key={`${role.id} ${sent?.ticked.join()}`}>
        <RoleFormFields
          name={sent?.name ?? role.name}
          ticked={sent?.ticked ?? role.permissions.map(({ id }) => id)}
          errors={fieldErrors(sent)}
          categories={categories}
          powers={powers}
          why={why}
        />
      </Form>
    </Drawer>
  );
}
