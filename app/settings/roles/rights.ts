import type { Permission } from "../../../rules/access";
import { grantedPermissions } from "../../../rules/permission-table";
import { roleRank } from "../../../rules/system-roles";
import type { Member } from "../../../services/identity/contract.people";
import type { Viewer } from "../../access";

/** What the viewer holds, an admin's by the role's name too. */
export function powersOfViewer(viewer: Pick<Viewer, "roles" | "permissions">): Set<string> {
  return grantedPermissions({ roles: viewer.roles, permissions: viewer.permissions.map(({ name }) => name) });
}

/** Why the viewer may not, in words, or nothing. The service decides again. */
export function lacking(viewer: Viewer, permission: Permission): string | undefined {
  return powersOfViewer(viewer).has(permission) ? undefined : `You need the permission ${permission}.`;
}

export type Whys = {
  /** Name, phone and team. */
  edit?: string | undefined;
  /** Role, permissions and modules. */
  rights?: string | undefined;
  /** Turning off their two-factor sign-in. */
  factor?: string | undefined;
  remove?: string | undefined;
  restore?: string | undefined;
  invite?: string | undefined;
};

/** Why each thing can't be done with this person now. */
export function whysFor(viewer: Viewer, member: Member): Whys {
  const own = roleRank(viewer.roles[0]?.name);
  const above = own < roleRank(member.role) ? `${member.name} has a higher role than you.` : undefined;
  const self = viewer.id === String(member.id);
  const edit = lacking(viewer, "Edit user") ?? above;
  return {
    edit,
    rights: edit ?? (self ? "You can't change your own permissions. Ask another administrator." : undefined),
    factor: edit ?? (self ? "Turn off your own two-factor sign-in on your profile." : undefined),
    remove:
      lacking(viewer, "Remove user") ??
      above ??
      (self ? "You can't remove yourself. Ask another administrator." : undefined) ??
      (member.last_owner ? `${member.name} is the only owner. Make another person an owner first.` : undefined),
    restore: lacking(viewer, "Remove user") ?? above,
    invite: lacking(viewer, "Create user") ?? above,
  };
}
