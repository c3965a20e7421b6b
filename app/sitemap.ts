import { account } from "./sitemap.account";
import { chat } from "./sitemap.chat";
import { money, type RouteEntry, type RouteTable } from "./sitemap.lines";
import { modules } from "./sitemap.modules";

/** THE table (docs/decisions/0002-the-sitemap.md). Order here is order in the menu. */
export const sitemap = {
  "": { label: "Home", public: true, resource: true },
  login: {
    label: "Sign in",
    guest: true,
    layout: "default",
    pages: {
      code: { label: "Second step", layout: "default" },
      "link/:token": { label: "Sign in by email", layout: "default" },
    },
  },
  auth: {
    guest: true,
    resource: true,
    pages: {
      signup: { label: "Sign up", layout: "default" },
      "verify-account": { label: "Confirm your address", layout: "default" },
      "company-details": { label: "Your company", layout: "default" },
      "forgot-password": { label: "Forgot your password", layout: "default" },
      "password/:token": { label: "Choose a password", layout: "default" },
      "social/:provider": { resource: true, pages: { callback: { resource: true } } },
    },
  },
  logout: { guest: true, resource: true },
  theme: { guest: true, resource: true },
  files: { public: true, resource: true },
  balance: { public: true, resource: true },
  live: { public: true, resource: true },
  notAllowed: { label: "Not allowed", public: true, layout: "nav" },
  dash: { public: true, resource: true },
  dashboard: {
    label: "Dashboard",
    menu: true,
    icon: "layout-dashboard",
    public: true,
    pages: {
      default: { label: "Dashboard" },
      products: {
        label: "Products",
        pages: {
          chat: {
            label: "Chat channels",
            public: false,
            products: ["Chats"],
            permissions: ["Manage chat channels", "Manage settings"],
          },
        },
      },
      "add-ons": { label: "Add-ons" },
      "webchat-config": {
        label: "Web chat set-up",
        public: false,
        products: ["Chats"],
        permissions: ["Manage chat channels"],
      },
      "webchat-application-details": {
        label: "Web chat application",
        public: false,
        products: ["Chats"],
        permissions: ["Manage chat channels"],
      },
      "purchase-value": { ...money, label: "Purchase value" },
      "billing-message-transaction": {
        label: "Message charges",
        csv: true,
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["View bulk message", "Send bulk message", "Send single message"],
      },
      "all-contacts-group": {
        label: "All contact groups",
        csv: true,
        public: false,
        products: ["SMS", "Email", "Airtime"],
        permissions: ["Create contacts", "Send bulk message", "Send single message"],
      },
      sms: {
        label: "SMS summary",
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["Send bulk message", "Send single message", "View bulk message", "View SMS Dashboard"],
        pages: { controller: { resource: true } },
      },
    },
  },
  search: { label: "Search", public: true, pages: { results: { resource: true } } },
  ...chat,
  ...modules,
  ...account,
} as const satisfies RouteTable;

type Join<Base extends string, Segment extends string> = Base extends "/" ? `/${Segment}` : `${Base}/${Segment}`;
type PathsOf<L, Base extends string> = {
  [S in keyof L & string]:
    | Join<Base, S>
    | (L[S] extends { csv: true } ? `${Join<Base, S>}.csv` : never)
    | (L[S] extends { pages: infer P } ? PathsOf<P, Join<Base, S>> : never);
}[keyof L & string];
/** Every URL of the product. */
export type Path = PathsOf<typeof sitemap, "/">;

/** A line with everything inherited, its URL and its file. */
export type RouteDefinition = Omit<RouteEntry, "pages"> & { path: Path; file: string; parent?: Path };

const inherited = [
  "permissions",
  "products",
  "public",
  "guest",
  "explicit",
  "platform",
  "unbound",
  "own",
  "voice",
  "chatAgents",
  "icon",
] as const;

/** The table walked: parents before children, in the written order. */
export const allRoutes: readonly RouteDefinition[] = walk(sitemap, "", {});

function walk(table: RouteTable, base: string, above: RouteEntry & { path?: Path }): RouteDefinition[] {
  return Object.entries(table).flatMap(([segment, line]) => {
    const path = `${base}/${segment}` as Path;
    const passedOn = Object.fromEntries(inherited.flatMap((k) => (above[k] === undefined ? [] : [[k, above[k]]])));
    const { pages, ...own } = { ...passedOn, ...line };
    const layout = own.resource ? undefined : (own.layout ?? "dashboard");
    const route: RouteDefinition = {
      ...own,
      path,
      file: fileOf(path, "tsx", own),
      ...(above.path ? { parent: above.path } : {}),
    };
    if (layout && !own.group) route.layout = layout;
    const csv: RouteDefinition[] = own.csv
      ? [
          {
            ...own,
            menu: false,
            csv: false,
            resource: true,
            path: `${path}.csv` as Path,
            file: fileOf(`${path}.csv`, "ts", own),
          },
        ]
      : [];
    for (const extra of csv) delete extra.layout;
    return [route, ...csv, ...walk(pages ?? {}, path === "/" ? "" : path, { ...own, path })];
  });
}

/** File = URL: the first segment is the folder, the others are joined by dots, `:x` is `$x`. */
function fileOf(path: string, extension: string, line: RouteEntry): string {
  if (path === "/") return "home/index.ts";
  const [folder = "", ...rest] = path.slice(1).replaceAll(":", "$").split("/");
  const type = extension === "ts" || line.resource || line.group ? "ts" : "tsx";
  const [root, kind] = folder.split(".");
  return rest.length > 0 ? `${folder}/${rest.join(".")}.${type}` : `${root}/${kind ?? "index"}.${type}`;
}

/** The line of a URL pattern. */
export function routeFor(path: Path): RouteDefinition {
  const route = allRoutes.find((line) => line.path === path);
  if (!route) throw new Error(`${path} is not in the sitemap`);
  return route;
}
