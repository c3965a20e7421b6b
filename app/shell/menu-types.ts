export type MenuItem = { href: string; label: string; icon?: string; current?: boolean };
/** A group with items folds; a group with none is a link of its own (`href`). `icon` is a name of menu-icon.tsx. */
export type MenuGroup = { label: string; icon: string; href?: string; current?: boolean; items: MenuItem[] } & {
  /** Not a page of ours: the browser goes there itself. */
  outside?: boolean;
  /** The present page is of this module, though no entry leads to it: a ticket, a template. */
  open?: boolean;
  /** Groups of pages that have no entry, and are part of this one. */
  also?: string[];
};
