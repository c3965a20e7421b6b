import { Badge } from "./badge";
import { Link } from "./link";

export type Tab = { label: string; to: string; current?: boolean; count?: string };

/** Tabs are links: each has its own URL. */
export function Tabs({ label, tabs, className = "mb-3" }: { label: string; tabs: readonly Tab[]; className?: string }) {
  return (
    <nav className={`tabs ${className}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} to={tab.to} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && <Badge>{tab.count}</Badge>}
        </Link>
      ))}
    </nav>
  );
}
