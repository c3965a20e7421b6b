import type { Permission } from "./access";

/** A role that every account has and nobody changes (Q030). */
export type SystemRole = { name: string; permissions: readonly Permission[]; summary: string; platform?: boolean };

/**
 * The roles an account begins with. Owner and Super Admin pass every public entry by their name (R037); only what is
 * not public must be held by name. `platform`: in the platform's own account alone.
 */
export const systemRoles: readonly SystemRole[] = [
  {
    name: "Owner",
    permissions: ["Approve voice agent"],
    summary: "May do everything in the account. There is always one.",
  },
  { name: "Super Admin", permissions: [], summary: "May do everything but change an owner." },
  {
    name: "Supervisor",
    permissions: [
      "View dashboard",
      "View SMS Dashboard",
      "Send bulk message",
      "Send single message",
      "View bulk message",
      "Create contacts",
      "View user",
      "View user activities",
      "View chat inbox",
      "Manage chat team",
      "Manage chat settings",
      "View chat reports",
      "Can view chat reports",
      "View Ticketing",
      "View ticket dashboard",
      "View my tickets",
      "View tickets",
      "View ticket kanban",
      "View ticketing reports",
      "Manage ticketing settings",
      "View supervisor inbound stats",
      "Can view team performance report",
    ],
    summary: "Leads a team: sees its work, its figures and its people.",
  },
  {
    name: "Agent",
    permissions: [
      "View dashboard",
      "Send single message",
      "View bulk message",
      "View chat inbox",
      "View Ticketing",
      "View my tickets",
      "Make outbound calls",
      "Receive inbound calls",
    ],
    summary: "Answers customers by chat, call and ticket.",
  },
  {
    name: "Sales",
    permissions: [
      "View dashboard",
      "Create contacts",
      "View CRM",
      "View crm leads",
      "View crm contacts",
      "View crm deals",
      "View crm sales",
    ],
    summary: "Works on leads, deals and sales.",
  },
  {
    name: "Platform administrator",
    permissions: [
      "Can approve sender ID",
      "Can view all senders info",
      "Can manually assign sender ID",
      "Approve voice agent",
      "View Ticketing",
      "View ticket dashboard",
      "View my tickets",
      "View tickets",
      "View ticket kanban",
      "View ticketing reports",
      "Manage ticketing settings",
    ],
    summary: "Approves what accounts ask of the platform, and answers the issues that they report.",
    platform: true,
  },
];

/** The roles of a new account. */
export function rolesFor(account: { platform: boolean }): readonly SystemRole[] {
  return systemRoles.filter((role) => !role.platform || account.platform);
}

export function systemRole(name: string): SystemRole | undefined {
  return systemRoles.find((role) => role.name === name);
}

/** How high a role stands by its name alone: nobody touches who stands higher, and an owner is made by owners only. */
export function roleRank(role: string | undefined): 0 | 1 | 2 {
  return role === "Owner" ? 2 : role === "Super Admin" ? 1 : 0;
}
