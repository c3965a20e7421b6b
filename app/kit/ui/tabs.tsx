import { useEffect, useRef } from "react";
import { Badge } from "./badge";
import { Link } from "./link";

export type Tab = { label: string; to: string; current?: boolean; count?: string };

/** Tabs are links: each has its own URL. */
export function Tabs({ label, tabs, className = "mb-3" }: { label: string; tabs: readonly Tab[]; className?: string }) {
  const ref = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  // On a phone the strip scrolls: the chosen tab is brought into sight, and nothing else is moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen tab is the reason to look
  useEffect(() => {
    const strip = ref.current;
    const tab = strip?.querySelector<HTMLElement>("[aria-current]");
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={ref} className={`tabs ${className}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} to={tab.to} aria-current={tab.current ? "page" : undefined}>
          <span className="max-w-60 truncate" title={tab.label.length > 30 ? tab.label : undefined}>
            {tab.label}
          </span>
          {tab.count !== undefined && <Badge>{tab.count}</Badge>}
        </Link>
      ))}
    </nav>
  );
}
