// /settings/groups - the roles of the account
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Eye, Pencil, Plus, Trash2 } from "lucide-react";
import type { Role } from "../../services/identity/contract.roles";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import { page } from "../shell/page.server";
import { roleColumns, roleDrawer, roles } from "./groups.list";
import { GroupTabs } from "./roles/group-tabs";
import { lacking } from "./roles/rights";

export const meta = titled("Group management");

export const loader = page("/settings/groups", async (given) => ({
  ...(await loadList(roles, given)),
  why: lacking(given.viewer, "Create user"),
  whyNotDelete: lacking(given.viewer, "Remove user"),
}));

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

export default function Groups() {
  const { why, whyNotDelete, ...found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const whyNot = (role: Role) =>
    role.system
      ? "A system role can't be deleted."
      : (whyNotDelete ?? (role.members > 0 ? "People have this role. Give them another one first." : undefined));
  return (
    <>
      <ListPage
        list={{ ...roles, columns: () => roleColumns(search) }}
        found={found}
        text="A role is a set of permissions; a team is people who work together."
        actions={
          <LinkButton
            to={href("/settings/groups/new_role")}
            variant="primary"
            icon={Plus}
            {...(why ? { disabledReason: why } : {})}
          >
            New role
          </LinkButton>
        }
        action={(role) => (
          <RowMenu label={`Actions for ${role.name}`}>
            <Link to={roleDrawer(search, role.id)}>
              {role.system ? <Eye {...icon} /> : <Pencil {...icon} />}
              {role.system ? "Permissions" : "Edit"}
            </Link>
            <hr />
            {whyNot(role) === undefined ? (
              <Link className="bad" to={href("/settings/groups/delete", undefined, { id: role.id })}>
                <Trash2 {...icon} />
                Delete
              </Link>
            ) : (
              <p className="max-w-60 px-2 py-1.5 text-sm text-quiet">{whyNot(role)}</p>
            )}
          </RowMenu>
        )}
        empty={{ title: "No roles", text: "Every account has the system's roles." }}
        filtered={{ title: "Nothing matches these filters", text: "No role has that name and type." }}
      >
        <GroupTabs />
      </ListPage>
      <Outlet />
    </>
  );
}
