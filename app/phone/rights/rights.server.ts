import { isAdmin, type Permission } from "../../../rules/access";
import type { Viewer } from "../../access";

/** Whether one may call, or answer: each has a permission of its own. */
export function mayCall({ roles, permissions }: Viewer, permission: Permission): boolean {
  return isAdmin(roles) || permissions.some(({ name }) => name === permission);
}
