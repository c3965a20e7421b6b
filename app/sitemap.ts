import { authRoutes } from "./auth/routes";
import { calendarRoutes } from "./calendar/routes";
import { chatRoutes } from "./chat/routes";
import { contactsRoutes } from "./contacts/routes";
import { crmRoutes } from "./crm/routes";
import { customerRoutes } from "./customer/routes";
import { dashboardRoutes } from "./dashboard/routes";
import { emailRoutes } from "./email/routes";
import { issuesRoutes } from "./issues/routes";
import { jibuRoutes } from "./jibu/routes";
import { shortLinkRoutes } from "./l/routes";
import { loginRoutes } from "./login/routes";
import { mailRoutes } from "./mail/routes";
import { notificationsRoutes } from "./notifications/routes";
import { phoneRoutes } from "./phone/routes";
import { quoteRoutes } from "./quote/routes";
import { resellerRoutes } from "./reseller/routes";
import { respondRoutes } from "./respond/routes";
import { salesFeedRoutes } from "./salesfeed/routes";
import { settingsRoutes } from "./settings/routes";
import { setupRoutes } from "./setup/routes";
import type { RouteEntry, RouteTable } from "./sitemap.lines";
import { smsRoutes } from "./sms/routes";
import { subscribeRoutes } from "./subscribe/routes";
import { supervisorRoutes } from "./supervisor/routes";
import { surveyRoutes } from "./survey/routes";
import { oldSurveyRoutes } from "./survey_old/routes";
import { ticketingRoutes } from "./ticketing/routes";
import { unsubscribeRoutes } from "./unsubscribe/routes";
import { userRoutes } from "./user/routes";
import { voiceRoutes } from "./voice/routes";
import { whatsappRoutes } from "./whatsapp/routes";

/** THE table (docs/decisions/0002-the-sitemap.md). Order here is order in the menu. */
export const sitemap = {
  "": { label: "Home", public: true, resource: true },
  ...loginRoutes,
  ...authRoutes,
  ...respondRoutes,
  ...quoteRoutes,
  logout: { guest: true, resource: true },
  theme: { guest: true, resource: true },
  files: { public: true, resource: true },
  balance: { public: true, resource: true },
  live: { public: true, resource: true },
  lists: { public: true, resource: true },
  ...phoneRoutes,
  notAllowed: { label: "Not allowed", public: true, layout: "nav" },
  dash: { public: true, resource: true },
  ...dashboardRoutes,
  search: { label: "Search", public: true, pages: { results: { resource: true } } },
  ...customerRoutes,
  ...chatRoutes,
  ...smsRoutes,
  ...emailRoutes,
  ...whatsappRoutes,
  ...contactsRoutes,
  ...voiceRoutes,
  ...supervisorRoutes,
  ...crmRoutes,
  ...surveyRoutes,
  ...oldSurveyRoutes,
  ...ticketingRoutes,
  ...resellerRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...subscribeRoutes,
  ...setupRoutes,
  ...jibuRoutes,
  ...issuesRoutes,
  ...notificationsRoutes,
  ...unsubscribeRoutes,
  ...shortLinkRoutes,
  ...calendarRoutes,
  ...salesFeedRoutes,
  ...mailRoutes,
} as const satisfies RouteTable;

/** What the address of a list ends in where it is a file; one route module answers all of them. */
const endings = ["csv", "xlsx", "json"] as const;
type Ending = (typeof endings)[number];

type Join<Base extends string, Segment extends string> = Base extends "/" ? `/${Segment}` : `${Base}/${Segment}`;
type PathsOf<L, Base extends string> = {
  [S in keyof L & string]:
    | Join<Base, S>
    | (L[S] extends { csv: true } ? `${Join<Base, S>}.${Ending}` : never)
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
    const files = own.csv ? endings.map((ending) => fileRoute(route, ending)) : [];
    return [route, ...files, ...walk(pages ?? {}, path === "/" ? "" : path, { ...own, path })];
  });
}

/** What Remix calls a line's route: its file, but for the further endings of a list, which have one file with the first. */
export function routeId({ path, file }: Pick<RouteDefinition, "path" | "file">): string {
  return /\.(xlsx|json)$/.test(path) ? path : file.replace(/\.tsx?$/, "");
}

/** The list of a page as a file, at the page's address with an ending. */
function fileRoute({ layout, ...list }: RouteDefinition, ending: Ending): RouteDefinition {
  return {
    ...list,
    menu: false,
    csv: false,
    resource: true,
    path: `${list.path}.${ending}` as Path,
    file: fileOf(`${list.path}.csv`, "ts", list),
  };
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
