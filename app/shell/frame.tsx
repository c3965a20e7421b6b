import { LifeBuoy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "../kit/ui/link";
import { type FrameState, frameCookie, freshFrame, readFrameState } from "./frame-state";
import type { MenuGroup } from "./menu-types";
import { PageChange } from "./page-change";
import { PaletteDoor } from "./palette-loader";
import { type Shortcut, Shortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";
import { Balance, Topbar, type TopbarProps } from "./topbar";

export type FrameProps = Omit<TopbarProps, "home"> & {
  menu: readonly MenuGroup[];
  /** Below the menu, always in sight: Apps, Settings. */
  footMenu?: readonly MenuGroup[];
  home?: string;
  /** `readFrameState(cookie)` on the server; without it the browser catches up after hydration. */
  remembered?: FrameState;
  /** `g`, then a letter. */
  shortcuts?: readonly Shortcut[];
  /** The telephone: below the menu, on a phone at the bottom of the window. */
  phone?: ReactNode;
  notices?: ReactNode;
  /** Between the topbar and the page, always in sight. */
  banner?: ReactNode;
  children: ReactNode;
};

function write(state: FrameState) {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser we serve
  document.cookie = frameCookie(state, window.location.protocol === "https:");
}

/** The dashboard layout (specification 1, section 2): sidebar, topbar, page. Draws what it is given, asks nothing. */
export function Frame({
  menu,
  footMenu = [],
  home = "/",
  remembered,
  shortcuts,
  phone,
  notices,
  banner,
  children,
  ...top
}: FrameProps) {
  const [state, setState] = useState(remembered ?? freshFrame);
  useEffect(() => {
    if (!remembered) setState(readFrameState(document.cookie));
  }, [remembered]);
  function change(next: FrameState) {
    setState(next);
    write(next);
  }
  return (
    <div className="frame">
      <a className="skip btn" href="#main">
        Skip to the page
      </a>
      <Sidebar
        key={remembered ? "" : String(state.narrow)}
        menu={menu}
        footMenu={footMenu}
        home={home}
        state={state}
        onState={change}
        foot={
          (top.reportHref || top.status) && (
            <div className="grid gap-3 border-t border-line p-4 text-sm md:hidden">
              <p className="truncate font-semibold">{top.account}</p>
              {top.status && <Balance balance={top.balance} balanceHref={top.balanceHref} />}
              {top.reportHref && (
                <Link className="btn" to={top.reportHref}>
                  <LifeBuoy size={16} strokeWidth={1.75} aria-hidden="true" />
                  Report an issue
                </Link>
              )}
            </div>
          )
        }
      />
      <Topbar home={home} {...top} />
      {banner}
      <main id="main" className="page" tabIndex={-1}>
        {children}
      </main>
      {phone}
      <PageChange />
      {notices}
      {top.searchHref && <PaletteDoor searchHref={top.searchHref} menu={[...menu, ...footMenu]} />}
      <Shortcuts
        searches={top.searchHref !== undefined}
        places={shortcuts ?? []}
        on={state.keys}
        onTurn={(keys) => change({ ...state, keys })}
      />
    </div>
  );
}
