import { useLocation } from "@remix-run/react";
import { ChevronRight, Menu as MenuBars, PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../../rules/brand";
import { BrandIcon } from "../kit/ui/brand-icon";
import { Link } from "../kit/ui/link";
import type { FrameState } from "./frame-state";
import { MenuIcon } from "./menu-icon";
import type { MenuGroup, MenuItem } from "./menu-types";

type SidebarProps = {
  menu: readonly MenuGroup[];
  footMenu: readonly MenuGroup[];
  home: string;
  state: FrameState;
  onState: (state: FrameState) => void;
  foot?: ReactNode;
};

function here(item: MenuItem, pathname: string): boolean {
  return item.current ?? item.href === pathname;
}

function Group({
  group,
  state,
  onState,
}: {
  group: MenuGroup;
  state: FrameState;
  onState: (state: FrameState) => void;
}) {
  const { pathname } = useLocation();
  if (group.items.length === 0) {
    return (
      <Link
        to={group.href ?? "/"}
        reloadDocument={group.outside}
        aria-current={(group.current ?? group.href === pathname) ? "page" : undefined}
        title={state.narrow ? group.label : undefined}
      >
        <MenuIcon name={group.icon} />
        <span>{group.label}</span>
      </Link>
    );
  }
  const present = group.open || group.items.some((item) => here(item, pathname));
  function remember(open: boolean) {
    // The group of the present page is open by itself: that says nothing about what the person wants.
    if (present || open === state.open.includes(group.label)) return;
    const others = state.open.filter((label) => label !== group.label);
    onState({ ...state, open: open ? [...others, group.label] : others });
  }
  return (
    <details
      open={present || state.open.includes(group.label)}
      onToggle={(event) => remember(event.currentTarget.open)}
    >
      <summary title={state.narrow ? group.label : undefined}>
        <MenuIcon name={group.icon} />
        <span>{group.label}</span>
        <ChevronRight size={14} strokeWidth={1.75} className="chev" aria-hidden="true" />
      </summary>
      <div className="sub">
        {group.items.map((item) => (
          <Link key={item.href} to={item.href} aria-current={here(item, pathname) ? "page" : undefined}>
            {item.label}
          </Link>
        ))}
      </div>
    </details>
  );
}

/** The button that opens the sheet on a phone, just before the sheet, so that Tab goes from one into the other. */
function SheetButton() {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to shut
  useEffect(() => {
    ref.current?.removeAttribute("open");
  }, [key]);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const details = ref.current;
      if (event.key !== "Escape" || !details?.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <details className="sheet-button" ref={ref}>
      <summary aria-label="Menu">
        <MenuBars size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
    </details>
  );
}

/** The main menu: 240 px, or icons, or a sheet under 768 px. One list in the page for all three. */
export function Sidebar({ menu, footMenu, home, state, onState, foot }: SidebarProps) {
  return (
    <nav className="contents" aria-label="Main">
      <SheetButton />
      <div className="side">
        <div className="side-head">
          <Link to={home} className="side-home rounded text-lg font-semibold">
            <BrandIcon />
            {brand.name}
          </Link>
          <label className="side-narrow" title={state.narrow ? "Show the names" : "Icons only"}>
            <input
              type="checkbox"
              className="sr-only"
              aria-label="Menu as icons only"
              defaultChecked={state.narrow}
              onChange={(event) => onState({ ...state, narrow: event.currentTarget.checked })}
            />
            <PanelLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          </label>
        </div>
        <div className="nav nav-main">
          {menu.map((group) => (
            <Group key={group.label} group={group} state={state} onState={onState} />
          ))}
        </div>
        {footMenu.length > 0 && (
          <div className="nav border-t border-line">
            {footMenu.map((group) => (
              <Group key={group.label} group={group} state={state} onState={onState} />
            ))}
          </div>
        )}
        {foot && <div className="side-foot">{foot}</div>}
      </div>
    </nav>
  );
}
