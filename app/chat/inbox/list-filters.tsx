import { useLocation } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { chatPriorities, chatPriorityNames } from "../../../rules/chat-priority";
import { href } from "../../href";
import { isSameQuery, viewAddress, viewQuery } from "../../kit/lists/query";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";
import { LabelMark } from "../labels/label-mark";
import { inboxHref, unsavedNames } from "./inbox-links";
import { channelNames } from "./labels";
import type { ListPaneProps } from "./list-pane";

type FilterMenuProps = Pick<ListPaneProps, "channels" | "filters" | "search" | "views"> & {
  open: number;
  snoozed: number;
  to(changes: Record<string, string | undefined>): string;
};

/** The views that have no tab, and what the list may be narrowed by. */
export function FilterMenu({
  open,
  snoozed,
  channels,
  filters: { labels, teams },
  views,
  search,
  to,
}: FilterMenuProps) {
  const { channel, label, team, priority } = search;
  const location = useLocation();
  const now = viewQuery(location.search, unsavedNames);
  return (
    <RowMenu label="Filter the conversations">
      {views.length > 0 && (
        <div className="max-h-48 overflow-y-auto">
          {views.map(({ id, name, query }) => (
            <Link
              key={id}
              to={viewAddress(href("/chat/inbox"), "", [], query)}
              aria-current={isSameQuery(now, query) ? "true" : undefined}
            >
              {name}
            </Link>
          ))}
        </div>
      )}
      <Link to={inboxHref(location.search, { drawer: "views" })} preventScrollReset>
        {views.length > 0 ? "Save or delete views" : "Save this view"}
      </Link>
      <hr />
      <Link to={to({ view: "open" })}>Open, all agents ({open})</Link>
      <Link to={to({ view: "snoozed" })}>Snoozed ({snoozed})</Link>
      <Link to={to({ view: "ended" })}>Ended</Link>
      <hr />
      {channels.map((name) => (
        <Link key={name} to={to({ channel: name })} aria-current={channel === name ? "true" : undefined}>
          {channelNames[name]}
        </Link>
      ))}
      <FilterGroup name="Priority">
        {chatPriorities.toReversed().map((one) => (
          <Link key={one} to={to({ priority: one })} aria-current={priority === one ? "true" : undefined}>
            {chatPriorityNames[one]}
          </Link>
        ))}
      </FilterGroup>
      {labels.length > 0 && (
        <FilterGroup name="Label">
          {labels.map((one) => (
            <Link key={one.id} to={to({ label: String(one.id) })} aria-current={label === one.id ? "true" : undefined}>
              <LabelMark label={one} />
            </Link>
          ))}
        </FilterGroup>
      )}
      {teams.length > 1 && (
        <FilterGroup name="Given to the team">
          {teams.map((one) => (
            <Link key={one.id} to={to({ team: String(one.id) })} aria-current={team === one.id ? "true" : undefined}>
              {one.name}
            </Link>
          ))}
        </FilterGroup>
      )}
    </RowMenu>
  );
}

/** Many of one kind: they scroll, so that the menu is never higher than the window. */
function FilterGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <hr />
      <p className="px-2.5 pt-1 text-xs text-quiet">{name}</p>
      <div className="max-h-40 overflow-y-auto">{children}</div>
    </>
  );
}

type FilterStripProps = Pick<ListPaneProps, "search" | "inboxName" | "filters"> & { cleared: string };

/** Whether the list is narrowed by anything but its view. */
export function isNarrowed({ q, channel, inbox, label, team, priority }: ListPaneProps["search"]): boolean {
  return Boolean(q || channel || inbox || label || team || priority);
}

/** What the conversations are filtered by, and the way back to all of them. */
export function FilterStrip({ search, inboxName, filters: { labels, teams }, cleared }: FilterStripProps) {
  const { q, channel, inbox, label, team, priority } = search;
  if (!isNarrowed(search)) return null;
  const named = (some: readonly { id: number; name: string }[], id: number) => some.find((one) => one.id === id)?.name;
  const filters = [
    q && `\u201c${q}\u201d`,
    channel && channelNames[channel],
    inbox && (inboxName ?? "Another number"),
    label && (named(labels, label) ?? "An archived label"),
    priority && `Priority ${chatPriorityNames[priority].toLowerCase()}`,
    team && `Team ${named(teams, team) ?? "that was deleted"}`,
  ];
  return (
    <p className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-1.5 text-sm">
      <ListFilter size={14} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
      <span className="min-w-0 truncate">{filters.filter(Boolean).join(", ")}</span>
      <Link className="link ml-auto shrink-0" to={cleared}>
        Clear
      </Link>
    </p>
  );
}
