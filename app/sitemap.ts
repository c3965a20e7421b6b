import type { Permission, Product } from "../rules/access";

/**
 * One line of the table: a URL, who may open it, and its place in the menu. What a child does not say it inherits.
 * - `guest`: opens without signing in. `public`: open to everyone signed in, whatever they hold (R053, Q014).
 * - `explicit`: even an admin needs the permission itself (R044). `compress`: hidden with more than one product (R023).
 * - `voice`: only with a voice product available (R038). `chatAgents`: only for people in the chat agents list (R045).
 * - `csv`: the same rows at the same URL + `.csv`. `group`: no page; leads to the first child the viewer may open.
 * - `resource`: no page of its own (a POST target or a download).
 * - `drawer`: drawn over its parent, inside its outlet.
 */
export type Line = {
  label?: string;
  menu?: boolean;
  icon?: string;
  layout?: Layout;
  permissions?: readonly Permission[];
  products?: readonly Product[];
  guest?: boolean;
  public?: boolean;
  explicit?: boolean;
  compress?: boolean;
  voice?: boolean;
  chatAgents?: boolean;
  csv?: boolean;
  group?: boolean;
  resource?: boolean;
  drawer?: boolean;
  pages?: Lines;
};
type Lines = { readonly [segment: string]: Line };
export type Layout = "dashboard" | "default" | "nav";

/** THE table (docs/decisions/0002-the-sitemap.md). Order here is order in the menu. */
export const sitemap = {
  "": { label: "Home", public: true, resource: true },
  login: { label: "Sign in", guest: true, layout: "default" },
  logout: { guest: true, resource: true },
  theme: { guest: true, resource: true },
  notAllowed: { label: "Not allowed", public: true, layout: "nav" },
  dash: { public: true, resource: true },
  dashboard: {
    label: "Dashboard",
    menu: true,
    icon: "layout-dashboard",
    public: true,
    pages: {
      sms: {
        label: "SMS summary",
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["Send bulk message", "Send single message", "View bulk message", "View SMS Dashboard"],
      },
    },
  },
  sms: {
    label: "SMS",
    menu: true,
    icon: "message-square-text",
    group: true,
    products: ["SMS", "BULK"],
    permissions: ["View SMS Dashboard", "Send bulk message", "Send single message", "View bulk message"],
    pages: {
      dashboard: { label: "Dashboard", menu: true, permissions: ["View SMS Dashboard"] },
      bulk: {
        label: "Bulk",
        menu: true,
        permissions: ["Send bulk message"],
        pages: { confirm: { label: "Confirm" }, price: { resource: true } },
      },
      send: {
        label: "Single",
        menu: true,
        permissions: ["Send bulk message", "Send single message"],
        pages: { confirm: { label: "Confirm" } },
      },
      history: {
        label: "History",
        menu: true,
        csv: true,
        permissions: ["View bulk message"],
        pages: {
          ":id": {
            label: "Blast",
            pages: { messages: { label: "Messages", csv: true }, cancel: { label: "Cancel the rest" } },
          },
        },
      },
      inbox: { label: "Inbox", menu: true, csv: true, permissions: ["View bulk message"] },
    },
  },
  contacts: {
    label: "Contacts",
    menu: true,
    icon: "book-user",
    group: true,
    products: ["SMS", "Email", "Airtime"],
    permissions: ["Create contacts"],
    pages: {
      "contact-group": {
        label: "Groups",
        menu: true,
        csv: true,
        pages: {
          new: { label: "New group", drawer: true },
          details: {
            label: "Contacts of a group",
            csv: true,
            pages: {
              contact: { label: "Contact", drawer: true },
              rename: { label: "Rename", drawer: true },
              delete: { label: "Delete" },
            },
          },
          upload: { label: "Upload contacts", menu: true },
          import: {
            label: "Imports",
            menu: true,
            csv: true,
            pages: {
              ":id": {
                label: "Import",
                pages: { refused: { label: "Refused rows", csv: true }, undo: { label: "Undo" } },
              },
            },
          },
        },
      },
      blacklist: { label: "Blacklist", menu: true, csv: true, pages: { new: { label: "Add numbers", drawer: true } } },
    },
  },
} as const satisfies Lines;

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
export type Place = Omit<Line, "pages"> & { path: Path; file: string; parent?: Path };

const inherited = ["permissions", "products", "public", "guest", "explicit", "voice", "chatAgents", "icon"] as const;

/** The table walked: parents before children, in the written order. */
export const lines: readonly Place[] = walk(sitemap, "", {});

function walk(table: Lines, base: string, above: Line & { path?: Path }): Place[] {
  return Object.entries(table).flatMap(([segment, line]) => {
    const path = `${base}/${segment}` as Path;
    const passedOn = Object.fromEntries(inherited.flatMap((k) => (above[k] === undefined ? [] : [[k, above[k]]])));
    const { pages, ...own } = { ...passedOn, ...line };
    const layout = own.resource ? undefined : (own.layout ?? "dashboard");
    const place: Place = {
      ...own,
      path,
      file: fileOf(path, "tsx", own),
      ...(above.path ? { parent: above.path } : {}),
    };
    if (layout && !own.group) place.layout = layout;
    const csv: Place[] = own.csv
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
    return [place, ...csv, ...walk(pages ?? {}, path === "/" ? "" : path, { ...own, path })];
  });
}

/** File = URL: the first segment is the folder, the others are joined by dots, `:x` is `$x`. */
function fileOf(path: string, extension: string, line: Line): string {
  if (path === "/") return "home/index.ts";
  const [folder = "", ...rest] = path.slice(1).replaceAll(":", "$").split("/");
  const type = extension === "ts" || line.resource || line.group ? "ts" : "tsx";
  const [root, kind] = folder.split(".");
  return rest.length > 0 ? `${folder}/${rest.join(".")}.${type}` : `${root}/${kind ?? "index"}.${type}`;
}

/** The line of a URL pattern. */
export function placeOf(path: Path): Place {
  const place = lines.find((line) => line.path === path);
  if (!place) throw new Error(`${path} is not in the sitemap`);
  return place;
}
