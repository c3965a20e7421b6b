// /ticketing/settings/groups/:id - the name of a group and who is in it (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, page } from "../shell/page.server";
import { changeGroup, GroupForms, loadGroup } from "./settings/group.server";
import { GroupDrawer } from "./settings/group-drawer";

const path = "/ticketing/settings/groups/:id";

export const loader = page(path, loadGroup);

export const action = act(path, GroupForms, changeGroup);

export default function GroupPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <GroupDrawer
      key={loaded.group.id}
      {...loaded}
      close={href("/ticketing/settings/groups")}
      last={useActionData<typeof action>()}
    />
  );
}
