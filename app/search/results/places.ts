import { mayOpen, maySee, type Viewer } from "../../access";
import type { SearchPlace } from "../../shell/places";
import { allRoutes, type Path, type RouteDefinition } from "../../sitemap";
import { known } from "./place-labels";

/** Pages that are reached from another one only: they need a record, or something that was begun there. */
const fromElsewhere: ReadonlySet<Path> = new Set<Path>([
  "/dash",
  "/dashboard/default",
  "/dashboard/webchat-application-details",
  "/notAllowed",
  "/search",
  "/sms/bulk/confirm",
  "/sms/send/confirm",
  "/sms/express/confirm",
  "/email/bulk/confirm",
  "/email/single/confirm",
  "/contacts/contact-group/details",
  "/contacts/contact-group/details/contact",
  "/contacts/contact-group/details/rename",
  "/contacts/contact-group/details/delete",
  // They need what was chosen in a list.
  "/contacts/blacklist/bulk",
  "/contacts/contact-group/bulk",
  "/contacts/contact-group/details/bulk",
  "/crm/leads/bulk",
  "/crm/contactactions/bulk",
  "/crm/contactactions/new",
  "/crm/contactactions/tasks/bulk",
  "/crm/contacts/bulk",
  "/crm/deals/bulk",
  "/crm/organisations/bulk",
  "/email/suppressions/bulk",
  "/reseller/accounts/bulk",
  "/settings/groups/bulk",
  "/settings/templates/bulk",
  "/ticketing/main/bulk",
  "/ticketing/tickets/bulk",
  "/chat/inbox/details",
  "/chat/inbox/details/dispositions",
  "/chat/inbox/details/profile/contacts",
  "/chat/inbox/details/info-form",
  "/chat/inbox/details/tickets",
  "/chat/reports/agents/days",
  "/reseller/delegation",
  "/settings/groups/role_permissions",
  "/settings/groups/delete",
]);

const byPath = new Map(allRoutes.map((line) => [line.path, line]));

/** The names above a page: of its parents, and of the module that its URL begins with. */
function trailOf({ path, parent }: RouteDefinition): string {
  const above: string[] = [];
  const root = `/${path.split("/")[1]}` as Path;
  for (let at = parent && byPath.get(parent); at; at = at.parent && byPath.get(at.parent))
    if (at.label && at.label !== above[0]) above.unshift(at.label);
  const first = byPath.get(root)?.label;
  if (first && path !== root && above[0] !== first) above.unshift(first);
  return above.join(", ");
}

/** Every page that can be gone to from anywhere. */
const destinations: readonly { route: RouteDefinition; entry: SearchPlace }[] = allRoutes.flatMap((route) => {
  const { path, label, layout, guest, resource, group } = route;
  const apart = guest || resource || group || layout === undefined || layout === "default";
  if (!label || apart || path.includes(":") || path.endsWith(".csv") || fromElsewhere.has(path)) return [];
  const { label: full = label, words } = known[path] ?? {};
  return [{ route, entry: { to: path, label: full, trail: trailOf(route), ...(words ? { words } : {}) } }];
});

/** The pages that this person may open; what the menu hides from them is hidden here too. */
export function placesFor(viewer: Viewer): SearchPlace[] {
  return destinations
    .filter(({ route }) => mayOpen(viewer, route) && (!route.menu || maySee(viewer, route)))
    .map(({ entry }) => entry);
}
