import { useLocation } from "@remix-run/react";
import { ChevronDown, ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { showDate } from "../../../rules/format";
import { LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { type InboxPath, inboxHref } from "../inbox/inbox-links";

/** One part of the details; it can be shut, and its name leads to its own page. */
export function Section({
  name,
  aside,
  more,
  children,
}: {
  name: string;
  aside?: string;
  more?: readonly [words: string, path: InboxPath];
  children: ReactNode;
}) {
  const { search } = useLocation();
  return (
    <details open className="group/part border-b border-line">
      <summary className="flex min-h-10 items-center gap-2 px-4 focus-visible:-outline-offset-2">
        <h3 className="font-semibold">{name}</h3>
        {aside && <span className="num text-xs text-quiet">{aside}</span>}
        <ChevronDown
          size={14}
          strokeWidth={1.75}
          className="ml-auto text-quiet group-open/part:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="px-4 pb-3">
        {children}
        {more && (
          <p className="mt-2">
            <Link className="link text-sm" to={inboxHref(search, {}, more[1])} preventScrollReset>
              {more[0]}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}

/** One panel on its own, with the way back to all details. */
export function Panel({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <>
      <PaneHead title={title} back={inboxHref(search, {}, "/chat/inbox/details")} {...(aside ? { aside } : {})} />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
    </>
  );
}

/** The head of the details, with the way back; on a wide screen the whole stands beside the conversation. */
export function PaneHead({
  title,
  aside,
  back,
  narrow,
}: {
  title: string;
  aside?: string;
  back: string;
  narrow?: true;
}) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-4">
      <LinkButton
        variant="ghost"
        icon={ChevronLeft}
        label={narrow ? "Back to the conversation" : "Back to the details"}
        to={back}
        className={`-ml-2 ${narrow ? "xl:hidden" : ""}`}
        preventScrollReset
      />
      <h2 className="font-semibold">{title}</h2>
      {aside && <span className="ml-auto truncate text-xs text-quiet">{aside}</span>}
    </div>
  );
}

/** Names and values, one under the other. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A consent is kept as the time at which it was given. */
export function answerWords(value: string, zone: string): string {
  return isTime.test(value) ? showDate(Date.parse(value), zone) : value || "–";
}

export function Answers({ rows, zone }: { rows: readonly { label: string; value: string }[]; zone: string }) {
  return (
    <dl>
      {rows.map(({ label, value }) => (
        <div key={label} className="flex gap-3 py-1">
          <dt className="w-24 shrink-0 text-quiet wrap-anywhere">{label}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">{answerWords(value, zone)}</dd>
        </div>
      ))}
    </dl>
  );
}
