import { menu, type Viewer } from "../access";
import { allRoutes } from "../sitemap";
import type { MenuGroup } from "./menu-types";

/** As many kinds of people are remembered; then it begins with an empty memory again. */
const most = 500;
const menus = new Map<string, readonly MenuGroup[]>();

/**
 * The menu of everybody with these rights, without a mark on the present page. It is made from the sitemap and what
 * `maySee` asks of a person, and people of one role have the same.
 */
export function menuFor(viewer: Viewer): readonly MenuGroup[] {
  const key = keyOf(viewer);
  const known = menus.get(key);
  if (known) return known;
  if (menus.size >= most) menus.clear();
  const made = menu(viewer, allRoutes, "");
  menus.set(key, made);
  return made;
}

/** Everything of a person that decides what they may see (app/access.ts), and nothing else of them. */
function keyOf({ roles, permissions, products, platform, voiceAvailable, chatAgent }: Viewer): string {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join("\n");
  const flags = [platform, voiceAvailable, chatAgent].map((flag) => (flag ? 1 : 0)).join("");
  return [names(roles), names(permissions), names(products), flags].join("\n\n");
}
