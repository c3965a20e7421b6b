// /settings/users - the people of the account
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { PersonMenu } from "./people/person-menu";
import { lacking, whysFor } from "./roles/rights";
import { users } from "./users.list";

const path = "/settings/users";

export const meta = titled("User management");

export const loader = page(path, async (given) => {
  const { viewer } = given;
  const found = await loadList(users, given);
  const data = found.rows.data.map((member) => ({ ...member, whys: whysFor(viewer, member) }));
  return { ...found, rows: { ...found.rows, data }, why: lacking(viewer, "Create user") };
});

export default function Users() {
  const { why, ...found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <ListPage
        list={users}
        found={found}
        text="People in this account, and what each can do."
        actions={
          <>
            <LinkButton to={href("/settings/users/permissions")}>Permissions</LinkButton>
            <LinkButton
              to={`${href("/settings/users/new")}${search}`}
              variant="primary"
              icon={UserPlus}
              {...(why ? { disabledReason: why } : {})}
            >
              Invite a person
            </LinkButton>
          </>
        }
        action={(member) => <PersonMenu member={member} />}
        empty={{ title: "No people yet", text: "Invite the people you work with." }}
        filtered={{ title: "No one matches these filters", text: "Remove a filter to see more people." }}
      >
        {why && <p className="-mt-2 mb-3 text-sm text-quiet">You can't invite people: {why}</p>}
      </ListPage>
      <Outlet />
    </>
  );
}
