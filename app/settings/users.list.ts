import { z } from "zod";
import { type Member, memberStates } from "../../services/identity/contract.people";
import { id, paging } from "../../services/kit/contract";
import { list } from "../kit/list";
import { memberState } from "./member-labels";

export const users = list({
  file: "people",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    role: id.optional().catch(undefined),
    state: z.enum(memberStates).optional().catch(undefined),
    team: id.optional().catch(undefined),
  }),
  rows: (api, { team, ...query }) =>
    api.identity.members({ params: { account: "own", group: team === undefined ? "all" : String(team) }, query }),
  columns: {
    Name: (member: Member) => member.name,
    Email: (member) => member.email,
    Phone: (member) => member.phone,
    Role: (member) => member.role,
    Team: (member) => member.group_name,
    State: (member) => memberState[member.state].word,
    "Permissions of their own": (member) => member.permissions.join("; "),
    "Modules switched off": (member) => member.modules_off.join("; "),
    Since: (member) => member.created_at,
  },
});
