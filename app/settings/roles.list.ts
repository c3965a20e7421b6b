import { z } from "zod";
import type { Role } from "../../services/identity/contract.roles";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";

export const roles = list({
  file: "roles",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    kind: z.enum(["own", "system"]).optional().catch(undefined),
  }),
  rows: (api, query) => api.identity.roles({ params: { account: "own" }, query }),
  columns: {
    Name: (role: Role) => role.name,
    Kind: (role) => (role.system ? "System" : "Own"),
    People: (role) => role.members,
    Permissions: (role) => role.permissions.map(({ name }) => name).join("; "),
    Created: (role) => role.created_at,
  },
});
