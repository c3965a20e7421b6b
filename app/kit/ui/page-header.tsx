import { ArrowLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./link";

export type Breadcrumb = { label: string; to: string };

type PageHeaderProps = {
  title: string;
  /** One sentence, where it helps. */
  text?: ReactNode;
  /** The one way back on a deeper page; from three levels give the whole `trail` instead. */
  back?: Breadcrumb;
  trail?: readonly Breadcrumb[];
  /** The primary action last. */
  actions?: ReactNode;
};

function BackLink({ back, trail, title }: Pick<PageHeaderProps, "back" | "trail" | "title">) {
  if (trail) {
    return (
      <nav className="trail mb-1.5" aria-label="Where you are">
        {trail.map((place) => (
          <span key={place.to} className="contents">
            <Link to={place.to}>{place.label}</Link>
            <ChevronRight size={12} strokeWidth={1.75} className="opacity-60" aria-hidden="true" />
          </span>
        ))}
        <span className="text-ink" aria-current="page">
          {title}
        </span>
      </nav>
    );
  }
  if (!back) return null;
  return (
    <nav className="trail mb-1" aria-label="Back">
      <Link to={back.to}>
        <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        {back.label}
      </Link>
    </nav>
  );
}

/** What the page is, in one line, and what one does here. */
export function PageHeader({ title, text, back, trail, actions }: PageHeaderProps) {
  return (
    <>
      <BackLink back={back} trail={trail} title={title} />
      {/* On a phone the action of a top page stands beside its short title; deeper, below the sentence. */}
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 md:grid md:grid-cols-[minmax(0,1fr)_auto] md:items-start md:gap-y-0.5">
        <h1 className="min-w-0 text-xl font-semibold tracking-[-0.01em] wrap-anywhere max-md:flex-auto">{title}</h1>
        {text && (
          <p className={`min-w-0 text-quiet md:col-start-1 max-md:basis-full ${back || trail ? "" : "max-md:order-3"}`}>
            {text}
          </p>
        )}
        {actions && (
          <div className="flex flex-wrap items-center gap-2 md:col-start-2 md:row-span-2 md:row-start-1">{actions}</div>
        )}
      </div>
    </>
  );
}
