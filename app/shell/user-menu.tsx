import { Form, useLocation } from "@remix-run/react";
import { Check, ChevronDown, Keyboard, LogOut, type LucideIcon, Monitor, Moon, Sun, User } from "lucide-react";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Avatar } from "../kit/ui/avatar";
import { Link } from "../kit/ui/link";
import { useDismissable } from "../kit/ui/use-dismissable";
import { openShortcuts } from "./shortcuts";

export type Theme = "system" | "light" | "dark";
export type FrameViewer = { name: string; role?: string; photo?: string };

const themes: [Theme, string, LucideIcon][] = [
  ["system", "As the system", Monitor],
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
];

type UserMenuProps = {
  viewer: FrameViewer;
  theme: Theme;
  /** POST `theme` (system, light, dark) and `to` (where to return). */
  themeAction: string;
  signOutAction: string;
  profileHref?: string;
};

/** Who is signed in, the theme, the way out. The theme is a form of its own, so that it changes without script. */
export function UserMenu({ viewer, theme, themeAction, signOutAction, profileHref }: UserMenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  const { pathname, search } = useLocation();
  const scripted = useHydrated();
  return (
    <details className="pop pop-end" name="topbar" ref={ref}>
      <summary className="tool px-1!" aria-label={`${viewer.name}, user menu`}>
        <Avatar name={viewer.name} url={viewer.photo} />
        <ChevronDown size={14} strokeWidth={1.75} className="max-lg:hidden" aria-hidden="true" />
      </summary>
      <div className="menu w-60">
        <p className="px-2 py-1.5 text-sm">
          <b className="block truncate font-semibold">{viewer.name}</b>
          {viewer.role && <span className="block truncate text-quiet">{viewer.role}</span>}
        </p>
        <hr />
        {profileHref && (
          <Link to={profileHref}>
            <User size={16} strokeWidth={1.75} aria-hidden="true" />
            Profile
          </Link>
        )}
        {profileHref && <hr />}
        <Form method="post" action={themeAction} preventScrollReset>
          <input type="hidden" name="to" value={`${pathname}${search}`} />
          <p className="px-2 py-1 text-xs text-quiet" id="theme-name">
            Theme
          </p>
          {themes.map(([value, label, Icon]) => (
            <button key={value} type="submit" name="theme" value={value} aria-pressed={theme === value}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {label}
              {theme === value && <Check size={16} strokeWidth={1.75} className="ml-auto" aria-hidden="true" />}
            </button>
          ))}
        </Form>
        <hr />
        {scripted && (
          <button
            type="button"
            className="max-md:hidden!"
            onClick={() => {
              ref.current?.removeAttribute("open");
              openShortcuts();
            }}
          >
            <Keyboard size={16} strokeWidth={1.75} aria-hidden="true" />
            Shortcuts
            <span className="kbd ml-auto">?</span>
          </button>
        )}
        <Form method="post" action={signOutAction}>
          <button type="submit">
            <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}
