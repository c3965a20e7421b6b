import { isAdmin, type Permission, type Product, withAliases } from "../rules/access";
import type { MenuGroup, MenuItem } from "./shell/menu-types";
import type { Path, RouteDefinition } from "./sitemap";

/** Who is looking: what the identity service says of them, and what the menu needs besides. */
export type Viewer = {
  id: string;
  name: string;
  email: string;
  /** Their photo, or empty. */
  profile_url?: string;
  customer_account: string;
  account_name: string;
  time_zone: string;
  user_group: string;
  roles: { name: string }[];
  permissions: { name: string }[];
  products: { name: string }[];
  billing_customer_id: string;
  /** Of the platform's own account. */
  platform?: boolean;
  /** Why the account is suspended, perhaps in no words; null or nothing: it is not. */
  suspended?: string | null;
  /** They are of its parent and work in this account for a while; null or nothing: it is their own. */
  delegation?: { parent_account: string; parent_name: string; expires_at: string } | null;
  /** The account holds a product, switched on for this person or not. */
  holds_products?: boolean;
  /** Found in the chat agents list (R045); a voice product is available (R038, Q066). */
  chatAgent?: boolean;
  voiceAvailable?: boolean;
};

export type AccessDenial = {
  permissions?: readonly Permission[];
  products?: readonly Product[];
  platform?: true;
  own?: true;
};

/**
 * Mode "subscribe" (specification 1 §6, Q012): an account without products sees the plans in the place of the dashboard
 * and the apps. Its money, its own people's pages and the way to us stay open: without them it could not pay or ask. Who
 * runs the platform needs no product.
 */
export function mustSubscribe({ products, holds_products, platform }: Viewer): boolean {
  return products.length === 0 && holds_products !== true && platform !== true;
}

/** What the viewer lacks to open a place, or undefined when they may (R043, R044; Q032, Q033). */
export function missingAccess(viewer: Viewer, place: Omit<RouteDefinition, "file" | "path">): AccessDenial | undefined {
  if (place.platform && !viewer.platform) return { platform: true };
  if (place.own && viewer.delegation) return { own: true };
  if (place.guest || place.public) return undefined;
  const held = heldBy(viewer);
  // What the platform's people do for all accounts is bound to no product of their own.
  const free = place.unbound || (place.platform && !place.products?.length);
  if (!free && !place.products?.some((name) => held.products.has(name))) return { products: place.products ?? [] };
  if (!place.permissions?.length || (isAdmin(viewer.roles) && !place.explicit)) return undefined;
  const has = place.permissions.some((name) => held.permissions.has(name));
  return has ? undefined : { permissions: place.permissions };
}

/** Whether they are in the chat agents list (R045): those who may answer, as the chat service lists them. */
export function isChatAgent({ roles, permissions }: Pick<Viewer, "roles" | "permissions">): boolean {
  return isAdmin(roles) || permissions.some(({ name }) => name === "View chat inbox");
}

type Holdings = { products: ReadonlySet<string>; permissions: ReadonlySet<string> };
const known = new WeakMap<Viewer, Holdings>();

/** What one holds, by name: a menu asks for some sixty places. */
function heldBy(viewer: Viewer): Holdings {
  const held = known.get(viewer) ?? {
    products: withAliases(viewer.products.map((product) => product.name)),
    permissions: new Set(viewer.permissions.map((permission) => permission.name)),
  };
  known.set(viewer, held);
  return held;
}

export function mayOpen(viewer: Viewer, place: Omit<RouteDefinition, "file" | "path">): boolean {
  return missingAccess(viewer, place) === undefined;
}

/** The menu shows what may be opened, less what the menu rules hide (R023, R038, R045). */
export function maySee(viewer: Viewer, place: Omit<RouteDefinition, "file" | "path">): boolean {
  if (!place.menu || !place.label || !mayOpen(viewer, place)) return false;
  if (place.compress && viewer.products.length > 1) return false;
  if (place.voice && !viewer.voiceAvailable) return false;
  return !place.chatAgents || viewer.chatAgent === true;
}

/** The menu: groups in the table's order, each with the children the viewer may see; the present page is marked. */
export function menu(viewer: Viewer, places: readonly RouteDefinition[], present: string): MenuGroup[] {
  const seen = places.filter((route) => maySee(viewer, route));
  const isPresent = (path: string) => present === path || present.startsWith(`${path}/`);
  const deepest = seen.filter((route) => isPresent(route.path)).sort((a, b) => b.path.length - a.path.length)[0];
  const children = new Map<string, RouteDefinition[]>();
  for (const route of seen)
    if (!isGroup(route)) children.set(groupOf(route), [...(children.get(groupOf(route)) ?? []), route]);
  return seen.filter(isGroup).flatMap((group): MenuGroup[] => {
    const items = (children.get(group.path) ?? []).map(
      (route): MenuItem => ({ href: route.path, label: route.label ?? "", current: route === deepest }),
    );
    if (group.group && items.length === 0) return [];
    const also = places
      .filter((route) => isGroup(route) && !route.resource && route.under === group.path)
      .map(({ path }) => path);
    const base = {
      label: group.label ?? "",
      icon: group.icon ?? "circle",
      items,
      ...(also.length > 0 ? { also } : {}),
    };
    return [items.length > 0 ? base : { ...base, href: group.path, current: group === deepest }];
  });
}

function groupOf({ path }: RouteDefinition): string {
  return `/${path.split("/", 2)[1] ?? ""}`;
}

function isGroup(route: RouteDefinition): boolean {
  return route.path === groupOf(route);
}

/** The first child of a group that the viewer may open (Q004): of its menu, or of its pages where none is in the menu. */
export function firstOpen(viewer: Viewer, places: readonly RouteDefinition[], group: Path): Path | undefined {
  const open = places.filter(
    (route) =>
      route.path.startsWith(`${group}/`) &&
      !route.path.includes(":") &&
      !route.resource &&
      !route.drawer &&
      mayOpen(viewer, route),
  );
  return (open.find((route) => route.menu) ?? open[0])?.path;
}
