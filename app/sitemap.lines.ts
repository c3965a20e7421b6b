import type { Permission, Product } from "../rules/access";

/**
 * One line of the table: a URL, who may open it, and its place in the menu. What a child does not say it inherits.
 * - `guest`: opens without signing in. `public`: open to everyone signed in, whatever they hold (R053, Q014).
 * - `explicit`: even an admin needs the permission itself (R044). `compress`: hidden with more than one product (R023).
 * - `unbound`: needs its permissions and no product (what belongs to an account with or without products).
 * - `platform`: only for people of the platform's own account, in the menu and at the door; needs no product.
 * - `voice`: only with a voice product available (R038). `chatAgents`: only for people in the chat agents list (R045).
 * - `own`: for the account's own people, not for those of its parent who work in it (docs/decisions/0062-delegation.md).
 * - `csv`: the same rows at the same URL + `.csv`, `.xlsx` and `.json`. `group`: no page; leads to the first child the viewer may open.
 * - `under`: the group without a menu entry of its own is part of this one, which is marked while one of its pages is open.
 * - `resource`: no page of its own (a POST target or a download).
 * - `drawer`: drawn over its parent, inside its outlet.
 */
export type RouteEntry = {
  label?: string;
  /** The title of the page, where its label alone says too little. */
  title?: string;
  menu?: boolean;
  icon?: string;
  layout?: Layout;
  permissions?: readonly Permission[];
  products?: readonly Product[];
  guest?: boolean;
  public?: boolean;
  explicit?: boolean;
  platform?: boolean;
  unbound?: boolean;
  own?: boolean;
  compress?: boolean;
  voice?: boolean;
  chatAgents?: boolean;
  csv?: boolean;
  group?: boolean;
  under?: string;
  resource?: boolean;
  drawer?: boolean;
  pages?: RouteTable;
};
export type RouteTable = { readonly [segment: string]: RouteEntry };
export type Layout = "dashboard" | "default" | "nav" | "plain";

/** The account's money: whoever may look at it, with or without products. */
export const money = {
  public: false,
  unbound: true,
  permissions: ["Manage settings", "Can view all billing information"],
} as const;
