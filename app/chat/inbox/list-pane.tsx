import { Form, useLocation } from "@remix-run/react";
import { ListChecks, RotateCw, Search, SquarePen } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Channel } from "../../../services/chat/contract.fields";
import type { ListView } from "../../../services/identity/contract.lists";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import { NoticesPlace } from "../../kit/ui/notice";
import { BulkStrip } from "./bulk-strip";
import { type ConversationGroup, conversationGroups, type GroupedLists } from "./groups";
import { countOfAll, type InboxView } from "./inbox";
import type { InboxData } from "./inbox.server";
import { inboxHref } from "./inbox-links";
import { emptyWords, viewNames } from "./labels";
import { FilterMenu, FilterStrip, isNarrowed } from "./list-filters";
import { ListRow } from "./list-row";
import { usePicked } from "./use-picked";

export type ListPaneProps = {
  list: GroupedLists & { next: string | null };
  search: InboxData["search"];
  me: string;
  now: number;
  zone: string;
  /** Those that the account has. */
  channels: readonly Channel[];
  /** What the way in that is filtered by is called. */
  inboxName: string | undefined;
  /** The labels and teams that it may be narrowed by. */
  filters: InboxData["filters"];
  /** The searches that were saved. */
  views: readonly ListView[];
  /** Conversations in which the customer is typing. */
  typing: ReadonlySet<number>;
  /** The strip of what was caught up, and the like. */
  strip?: ReactNode;
  /** Switches that work with script only. */
  tools?: ReactNode;
  className: string;
};

const filterNames = ["channel", "inbox", "label", "team", "priority"] as const;
const unfiltered = { q: undefined, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) };

/** The tabs of the list, with the view that is shown; snoozed conversations have one while there are any. */
function inboxTabs(view: InboxView, snoozed: boolean): InboxView[] {
  const tabs: InboxView[] = ["all", "waiting", "mine", ...(snoozed ? (["snoozed"] as const) : []), "undisposed"];
  return tabs.includes(view) ? tabs : [...tabs, view];
}

/** The conversations of a view: waiting, mine, ended without a disposition. */
export function ListPane({
  list,
  search,
  me,
  now,
  zone,
  channels,
  inboxName,
  filters,
  views,
  typing,
  strip,
  tools,
  className,
}: ListPaneProps) {
  const location = useLocation();
  const { view, chat } = search;
  const selecting = search.select !== undefined;
  const { picked, pick, pickAll } = usePicked(search, list.data);
  const selected = list.data.filter(({ contact_id }) => picked.has(contact_id)).length;
  const to = (changes: Record<string, string | undefined>) =>
    inboxHref(location.search, { after: undefined, chat: undefined, ...changes });
  const counts: Partial<Record<InboxView, number>> = { ...list.counts, all: countOfAll(list.counts) };
  return (
    <section aria-label="Conversations" className={`flex-col border-line bg-surface md:border-r ${className}`}>
      <div className="flex h-14 shrink-0 items-center gap-1 pr-2 pl-4">
        <h1 className="text-lg font-semibold">Inbox</h1>
        <div className="ml-auto flex items-center">
          <LinkButton
            variant="ghost"
            icon={SquarePen}
            label="New conversation"
            to={inboxHref(location.search, { drawer: "new" })}
            preventScrollReset
          />
          <LinkButton
            variant="ghost"
            icon={ListChecks}
            label="Select several conversations"
            to={inboxHref(location.search, { select: selecting ? undefined : "1" })}
            aria-current={selecting ? "true" : undefined}
            className="aria-[current]:bg-brand-soft aria-[current]:text-brand"
            preventScrollReset
          />
          {tools}
          <LinkButton
            variant="ghost"
            icon={RotateCw}
            label="Refresh"
            to={`${href("/chat/inbox")}${location.search}`}
            className="[@media(scripting:enabled)]:hidden"
          />
          <FilterMenu
            open={list.counts.open}
            snoozed={list.counts.snoozed}
            {...{ channels, filters, views, search, to }}
          />
        </div>
      </div>
      <SearchForm search={search} />
      <nav className="tabs shrink-0 gap-3! px-4" aria-label="Which conversations">
        {inboxTabs(view, list.counts.snoozed > 0).map((name) => (
          <Link
            key={name}
            to={to({ view: name === "all" ? undefined : name })}
            aria-current={name === view ? "page" : undefined}
          >
            {viewNames[name]}
            {counts[name] !== undefined && <span className="num text-xs font-normal text-quiet">{counts[name]}</span>}
          </Link>
        ))}
      </nav>
      <FilterStrip search={search} inboxName={inboxName} filters={filters} cleared={to(unfiltered)} />
      {strip}
      {selecting && <BulkStrip selected={selected} rows={list.data.length} onAll={pickAll} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {conversationGroups(list, { view, narrowed: isNarrowed(search) }, me).map((group) => (
          <GroupSection
            key={group.name}
            all={group.all && to({ view: group.all.view })}
            {...{ group, search: location.search, chat, typing, now, zone, pick }}
            picked={selecting ? picked : undefined}
          />
        ))}
        {list.data.length === 0 &&
          (isNarrowed(search) ? (
            <EmptyState
              kind="filtered"
              title="Nothing found"
              text="No conversation in this view matches your search."
            />
          ) : (
            <EmptyState title={emptyWords[view][0]} text={emptyWords[view][1]} />
          ))}
        {list.next && (
          <p className="p-4 text-center">
            <LinkButton to={inboxHref(location.search, { after: list.next })}>More conversations</LinkButton>
          </p>
        )}
      </div>
      <NoticesPlace className="min-[56.25rem]:hidden" />
    </section>
  );
}

/** The search: its field keeps the focus when it is answered; Clear empties it. */
function SearchForm({ search: { view, q, ...search } }: Pick<ListPaneProps, "search">) {
  const field = useRef<HTMLInputElement>(null);
  // The field keeps the focus when the search is answered; Clear empties it.
  useEffect(() => {
    if (field.current) field.current.value = q;
  }, [q]);
  return (
    <Form method="get" action={href("/chat/inbox")} className="relative mx-4 mb-1 shrink-0" role="search" data-keeps="">
      {view !== "all" && <input type="hidden" name="view" value={view} />}
      {filterNames.map(
        (name) => search[name] !== undefined && <input key={name} type="hidden" name={name} value={search[name]} />,
      )}
      <Search
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-2.5 -mt-2 text-quiet"
        aria-hidden="true"
      />
      <input
        ref={field}
        type="search"
        name="q"
        id="inbox-search"
        defaultValue={q}
        placeholder="Name, number or words"
        aria-label="Search conversations"
        className="input h-8! pl-8! max-md:h-11!"
        autoComplete="off"
      />
    </Form>
  );
}

type GroupSectionProps = Pick<ListPaneProps, "typing" | "now" | "zone"> & {
  group: ConversationGroup;
  /** Where all of the group are, when these are the first ones alone. */
  all: string | undefined;
  /** The query of the page. */
  search: string;
  /** The conversation that is open. */
  chat: number | undefined;
  /** Those that are selected, while conversations are. */
  picked: ReadonlySet<number> | undefined;
  pick(id: number, on: boolean): void;
};

function GroupSection({ group, all, search, chat, typing, now, zone, picked, pick }: GroupSectionProps) {
  const { name, aside, rows, count } = group;
  return (
    <section aria-label={name}>
      <h2 className="sticky top-0 z-1 flex h-7 items-center gap-2 border-b border-line bg-canvas px-4 text-xs font-medium text-quiet">
        {name} <span className="num">{count}</span>
        <span className="ml-auto font-normal">{aside}</span>
      </h2>
      <ul className="divide-y divide-line border-b border-line">
        {rows.map((contact) => (
          <ListRow
            key={contact.contact_id}
            contact={contact}
            to={inboxHref(search, { chat: contact.contact_id })}
            current={contact.contact_id === chat}
            typing={typing.has(contact.contact_id)}
            picked={picked?.has(contact.contact_id)}
            onPick={pick}
            now={now}
            zone={zone}
          />
        ))}
      </ul>
      {all && (
        <p className="border-b border-line px-4 py-2 text-sm">
          <Link className="link" to={all}>
            {group.all?.label}
          </Link>
        </p>
      )}
    </section>
  );
}
