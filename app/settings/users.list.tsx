import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { memberStates } from "../../rules/member-states";
import { id, paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Avatar } from "../kit/ui/avatar";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { memberState } from "./people/member-labels";

const choiceOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

export const users = list({
  path: "/settings/users",
  file: "people",
  noun: ["person", "people"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.members),
    q: z.string().max(100).catch("").default(""),
    role: id.optional().catch(undefined),
    state: z.enum(memberStates).optional().catch(undefined),
    team: id.optional().catch(undefined),
  }),
  find: "Name or email",
  async facts({ api }) {
    const [roles, teams] = await Promise.all([
      api.identity.roles({ params: { account: "own" }, query: { per_page: 500 } }),
      api.identity.teams(),
    ]);
    return {
      roles: roles.status === 200 ? roles.body.data.map(choiceOf) : [],
      teams: teams.status === 200 ? teams.body.data.map(choiceOf) : [],
    };
  },
  rows: ({ api }, { team, ...query }) =>
    api.identity.members({ params: { account: "own", group: team === undefined ? "all" : String(team) }, query }),
  filters: ({ roles, teams }) => [
    { name: "role", label: "Role", choices: roles },
    { name: "team", label: "Team", choices: teams },
    {
      name: "state",
      label: "State",
      choices: memberStates.map((value) => ({ value, label: memberState[value].word })),
    },
  ],
  columns: ({ zone }) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("members", "name"),
      value: ({ name }) => name,
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={member.name} url={member.profile_url} />
          <RowLink to={href("/settings/users/:id/details", { id: member.id })}>{member.name}</RowLink>
        </span>
      ),
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ state }) => memberState[state].word,
      cell: ({ state }) => <Status kind={memberState[state].kind}>{memberState[state].word}</Status>,
    },
    {
      name: "email",
      label: "Email",
      wide: true,
      muted: true,
      mobileOrder: 3,
      sort: headSort("members", "email"),
      value: ({ email }) => email,
    },
    { name: "phone", label: "Phone", extra: true, value: ({ phone }) => phone },
    {
      name: "role",
      label: "Role",
      mobileOrder: 5,
      sort: headSort("members", "role"),
      value: ({ role }) => role,
      cell: ({ role }) => role || "No role",
    },
    { name: "team", label: "Team", muted: true, hideOnSmall: true, value: (member) => member.group_name },
    {
      name: "permissions",
      label: "Permissions of their own",
      extra: true,
      clip: true,
      value: ({ permissions }) => permissions.join("; "),
    },
    {
      name: "modules-off",
      label: "Modules switched off",
      extra: true,
      value: ({ modules_off }) => modules_off.join("; "),
    },
    {
      name: "since",
      label: "Since",
      muted: true,
      hideOnSmall: true,
      sort: headSort("members", "since"),
      value: (member) => member.created_at,
      cell: (member) => <DateTime at={member.created_at} zone={zone} />,
    },
  ],
  id: (member) => String(member.id),
  called: ({ name }) => name,
});
