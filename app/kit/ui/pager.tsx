import { useLocation } from "@remix-run/react";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { commas, pageLabel } from "../../../rules/format";
import { withQuery } from "../list";
import { Link } from "./link";

type PagerProps = {
  page: number;
  /** Absent where counting would cost too much: "Page 3". */
  pages?: number;
  /** Hrefs, so that a list may page by number or by key; absent at either end. */
  previous?: string;
  next?: string;
  /** "25 per page". */
  note?: string;
  /** How many rows a page has: offered as links to others. */
  perPage?: number;
};

const sizes = [25, 50, 100];

/** "25 50 100 per page": links, each to the first page. A list that has other pages offers theirs as well. */
function Sizes({ now }: { now: number }) {
  const { search } = useLocation();
  const offered = sizes.includes(now) ? sizes : [...sizes, now].sort((a, b) => a - b);
  return (
    <span className="flex items-center gap-2 text-quiet max-sm:hidden">
      {offered.map((size) =>
        size === now ? (
          <b key={size} className="num font-medium text-ink" aria-current="true">
            {size}
          </b>
        ) : (
          <Link
            key={size}
            className="link num min-w-6 text-center"
            to={withQuery(search, { per_page: size })}
            aria-label={`${size} per page`}
          >
            {size}
          </Link>
        ),
      )}
      per page
    </span>
  );
}

function Step({ to, label, icon: Icon }: { to: string | undefined; label: string; icon: LucideIcon }) {
  const icon = <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
  if (to === undefined) {
    return (
      <span className="btn btn-icon" aria-disabled="true" aria-hidden="true">
        {icon}
      </span>
    );
  }
  return (
    <Link className="btn btn-icon" to={to} aria-label={label} rel={label === "Next page" ? "next" : "prev"}>
      {icon}
    </Link>
  );
}

/** Below a table. */
export function Pager({ page, pages, previous, next, note, perPage }: PagerProps) {
  return (
    <nav
      className="flex h-12 shrink-0 items-center gap-2 border-t border-line px-4 text-sm max-md:h-14"
      aria-label="Pages"
    >
      {note && <span className="text-quiet">{note}</span>}
      {perPage !== undefined && <Sizes now={perPage} />}
      <span className="num ml-auto mr-2">
        {pages === undefined ? `Page ${commas(page)}` : pageLabel(page, Math.max(pages, 1))}
      </span>
      <Step to={previous} label="Previous page" icon={ChevronLeft} />
      <Step to={next} label="Next page" icon={ChevronRight} />
    </nav>
  );
}
