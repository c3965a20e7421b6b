import { ArrowRight, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import type { FoundPart } from "../../shell/found";
import { MenuIcon } from "../../shell/menu-icon";
import type { SearchPlace } from "../../shell/places";

function Line({ to, icon, label, detail }: { to: string; icon: ReactNode; label: string; detail: string }) {
  return (
    <li>
      <Link to={to} discover="none" className="flex items-center gap-3 px-4 py-2.5 hover:bg-canvas max-md:min-h-11">
        <span className="text-quiet">{icon}</span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-md:flex-col">
          <span className="font-medium wrap-anywhere">{label}</span>
          <span className="text-sm text-quiet wrap-anywhere">{detail}</span>
        </span>
      </Link>
    </li>
  );
}

const pageIcon = <FileText size={16} strokeWidth={1.75} aria-hidden="true" />;

function Group({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" aria-label={name}>
      <CardHead title={name}>{aside}</CardHead>
      <ul className="divide-y divide-line text-sm">{children}</ul>
    </section>
  );
}

function Part({ part: { name, icon, hits, all, more } }: { part: FoundPart }) {
  const aside = all ? (
    <Link to={all.to} className="link flex items-center gap-1 text-sm">
      {all.label}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  ) : (
    more && <span className="text-sm text-quiet">There are more. Type more of the name or number.</span>
  );
  return (
    <Group name={name} aside={aside}>
      {hits.map((hit) => (
        <Line key={hit.to} to={hit.to} icon={<MenuIcon name={icon} />} label={hit.label} detail={hit.detail} />
      ))}
    </Group>
  );
}

type ResultsProps = { q: string; places: readonly SearchPlace[]; parts: readonly FoundPart[] };

/** What was found: the exact match, pages, then the parts in their order. */
export function Results({ q, places, parts }: ResultsProps) {
  const found = parts.filter(({ hits }) => hits.length > 0);
  const exact = found.filter(({ hits }) => hits[0]?.exact);
  if (places.length + found.length === 0)
    return (
      <section className="card" aria-label="Results">
        <EmptyState
          kind="filtered"
          title={`Nothing found for “${q}”`}
          text="Check the spelling, or type the beginning of a name, a phone number, or a ticket's number such as #1042."
        />
      </section>
    );
  return (
    <div className="grid max-w-3xl gap-4">
      {exact.map((part) => (
        <Part key={part.name} part={part} />
      ))}
      {places.length > 0 && (
        <Group name="Pages">
          {places.map(({ to, label, trail }) => (
            <Line key={to} to={to} icon={pageIcon} label={label} detail={trail} />
          ))}
        </Group>
      )}
      {found
        .filter((part) => !exact.includes(part))
        .map((part) => (
          <Part key={part.name} part={part} />
        ))}
    </div>
  );
}

/**
 * Every page one may open, by module: what there is to find before anything is typed. Their routes are found out when
 * they are followed (`discover`): all of them are more than one request may ask for.
 */
export function AllPlaces({ places }: { places: readonly SearchPlace[] }) {
  const modules = new Map<string, SearchPlace[]>();
  const heads = new Set(places.map(({ trail }) => trail.split(", ")[0]));
  for (const place of places) {
    const [first] = place.trail.split(", ");
    const module = first || (heads.has(place.label) ? place.label : "General");
    modules.set(module, [...(modules.get(module) ?? []), place]);
  }
  return (
    <div className="columns-[280px] gap-4">
      {[...modules].map(([name, inside]) => (
        <section key={name} className="card mb-4 break-inside-avoid" aria-label={name}>
          <CardHead title={name} />
          <ul className="px-2 py-2 text-sm">
            {inside.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} discover="none" className="block rounded px-2 py-1.5 hover:bg-canvas max-md:py-3">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
