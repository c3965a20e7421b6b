import type { Database } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { peopleCalls } from "../contract.people";
import type { roleCalls } from "../contract.roles";
import type { skillCalls } from "../contract.skills";
import type { teamMemberCalls } from "../contract.team-members";
import { memberHandlers } from "./member-handlers";
import { permissionHandlers } from "./permission-handlers";
import { roleHandlers } from "./role-handlers";
import { skillHandlers } from "./skill-handlers";
import { teamHandlers } from "./team-handlers";

/** The people half of the identity service: members, roles, permissions, modules, teams, skills. */
export function peopleHandlers(
  database: Database,
): Pick<
  Handlers<typeof identity.calls>,
  keyof typeof peopleCalls | keyof typeof roleCalls | keyof typeof teamMemberCalls | keyof typeof skillCalls
> {
  return {
    ...memberHandlers(database),
    ...roleHandlers(database),
    ...permissionHandlers(database),
    ...teamHandlers(database),
    ...skillHandlers(database),
  };
}
