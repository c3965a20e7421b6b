import { isAdmin, type Permission, permissions, products, withAliases } from "./access";

/** Seconds for which somebody may work in a child account before they choose it again. */
export const delegationSeconds = 3_600;

/** What somebody must be allowed in the parent account to work in a child account of it. */
export const delegationNeeds = { permission: "Create child account", product: "Reseller" } as const;

/**
 * What nobody may who works in a child account, whatever they may at home: the child's own people decide who is in it,
 * and only they open accounts below it. The last three are the platform's (docs/decisions/0062-delegation.md).
 */
export const neverDelegated: readonly Permission[] = [
  "Create user",
  "Edit user",
  "Remove user",
  "Create child account",
  "Can approve sender ID",
  "Can view all senders info",
  "Can manually assign sender ID",
];

type Holder = { roles: readonly { name: string }[]; permissions: readonly string[] };

/** The permissions of a person in a child account: their own at home, less what is never delegated. */
export function delegatedPermissions({ roles, permissions: held }: Holder): Permission[] {
  const admin = isAdmin(roles);
  return permissions.filter((name) => (admin || held.includes(name)) && !neverDelegated.includes(name));
}

/** The products of a person in a child account: those of the child that they have at home as well. */
export function delegatedProducts(own: readonly string[], child: readonly string[]): string[] {
  const [mine, theirs] = [withAliases(own), withAliases(child)];
  return products.filter((name) => name !== delegationNeeds.product && mine.has(name) && theirs.has(name));
}

/** How a person is called in a child account: "Jane Wafula (for Acme)". */
export function delegatedName(name: string, parent: string): string {
  return `${name} (for ${parent})`.slice(0, 200);
}
