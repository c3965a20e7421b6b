import { isAdmin, type Permission } from "../../../rules/access";
import type { Viewer } from "../../access";

/** Who may spend the account's money, and who may look at what was spent: as the billing service has it. */
export const payers: readonly Permission[] = ["Manage settings"];
export const lookers: readonly Permission[] = ["Manage settings", "Can view all billing information"];

export function mayPay(viewer: Viewer): boolean {
  return holds(viewer, payers);
}

export function mayLook(viewer: Viewer): boolean {
  return holds(viewer, lookers);
}

function holds({ roles, permissions }: Viewer, any: readonly Permission[]): boolean {
  return isAdmin(roles) || permissions.some(({ name }) => (any as readonly string[]).includes(name));
}
