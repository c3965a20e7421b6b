import { useLocation, useNavigation, useParams } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { z } from "zod";
import { commas } from "../../../rules/format";
import type { ListView } from "../../../services/identity/contract.lists";
import { pagerLinks, type Rows } from "../list";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Filters } from "../ui/filters";
import { type Breadcrumb, PageHeader } from "../ui/page-header";
import { Pager } from "../ui/pager";
import { Table } from "../ui/table";
import { BulkBar } from "./bulk-bar";
import { ColumnsMenu } from "./columns-menu";
import { type ListDefinition, type ListFacts, pageColumns } from "./definition";
import { drawnColumns } from "./drawn";
import { ExportMenu } from "./export-menu";
import { filledPath, filterChips, filterFields, viewAddress } from "./query";
import { UndoStrip } from "./undo-strip";
import { type BuiltInView, ViewsMenu, ViewTabs } from "./views";

/** What `loadList` read. */
type LoadedList<S extends z.ZodObject, R, F> = {
  title: string;
  rows: Rows<R>;
  search: z.output<S>;
  facts: F & ListFacts;
  shown: string[];
  views: (ListView & { count?: number })[];
  shares: boolean;
};

type ListPageProps<S extends z.ZodObject, R, F, Row extends R> = {
  list: ListDefinition<S, R, F>;
  /** What the loader read; it may know more of a row than the list does. */
  found: LoadedList<S, Row, F>;
  title?: string;
  text?: ReactNode;
  back?: Breadcrumb;
  trail?: readonly Breadcrumb[];
  /** The page's buttons, the primary one last. */
  actions?: ReactNode;
  /** What can be done with one row. */
  action?(row: Row): ReactNode;
  /** Between the title and the filters: tabs, a strip with news. */
  children?: ReactNode;
  /** Beside the filters. */
  tools?: ReactNode;
  /** What this list is, and the one thing to do, while it has nothing. */
  empty: { icon?: LucideIcon; title: string; text: string; actions?: ReactNode };
  /** Said in place of "Nothing matches these filters". */
  filtered?: { title: string; text: string };
  /** Searches that the product itself offers as views. */
  builtIn?: readonly BuiltInView[];
  /** Without the title: the page has one of its own. */
  bare?: boolean;
};

/**
 * The whole of a list page: title, views, filters with their chips, columns, what can be done with several rows, the
 * rows, the pages, and the same list as a file. All of it works as links and forms without script.
 */
export function ListPage<S extends z.ZodObject, R, F, Row extends R>(props: ListPageProps<S, R, F, Row>) {
  const { list, found, text, back, actions, action, children, tools, empty, filtered, builtIn = [], bare } = props;
  const { search: address } = useLocation();
  // A drawer over the list has an address of its own: links lead to the list's.
  const params = useParams();
  const path = filledPath(list.path, params);
  const bulkPath = list.bulkPath ? filledPath(list.bulkPath, params) : `${path}/bulk`;
  const working = useNavigation().state === "submitting";
  const { rows, facts, search, shown, views, shares } = found;
  const columns = useMemo(() => pageColumns(list.columns(facts)), [list, facts]);
  const filters = list.filters?.(facts) ?? [];
  const bulk = rows.data.length > 0 ? (list.bulk?.(facts) ?? []) : [];
  const keeps = list.keeps ?? [];
  const findName = list.findName ?? "q";
  const chips = filterChips(filters, search, address, findName);
  const clear = viewAddress(path, address, keeps, "");
  const drawn = drawnColumns(list, columns, {
    shown,
    search,
    address,
    ticks: bulk.length > 0,
    zone: facts.zone,
  });
  const about = { list: list.path, path, keeps };
  // A report has filters of its own above its figures: what is about the table alone is in the table's head.
  const filtering = Boolean(list.find || filters.length > 0 || tools);
  const menus = (
    <>
      <ViewsMenu {...about} views={views} shares={shares} working={working} />
      <ColumnsMenu list={list.path} path={path} columns={columns} shown={shown} working={working} />
    </>
  );
  return (
    <>
      {!bare && (
        <PageHeader
          title={props.title ?? found.title}
          {...{ text, actions }}
          {...(back ? { back } : {})}
          {...(props.trail ? { trail: props.trail } : {})}
        />
      )}
      {children}
      <UndoStrip {...{ path, bulkPath, working }} actions={list.bulk?.(facts) ?? []} noun={list.noun} />
      <ViewTabs path={path} builtIn={builtIn} views={views} keeps={keeps} />
      {filtering && (
        <FilterRow
          {...{ chips, clear, tools, menus }}
          params={[...new URLSearchParams(address)]}
          {...(list.find
            ? { search: { name: findName, label: list.find, value: String(search[findName] ?? "") } }
            : {})}
          fields={filterFields(filters, search)}
        />
      )}
      <section className="card card-fill" aria-label={list.noun[1]}>
        {bulk.length > 0 && (
          <BulkBar
            {...{ path, bulkPath }}
            actions={bulk}
            noun={list.noun}
            rows={rows.data.length}
            total={rows.total}
            capped={rows.total_capped}
          />
        )}
        <div className="card-head">
          <p className="text-sm">
            <b className="num font-semibold">
              {commas(rows.total)}
              {rows.total_capped && "+"}
            </b>{" "}
            {list.noun[rows.total === 1 && !rows.total_capped ? 0 : 1]}
          </p>
          <div className="ml-auto flex items-center gap-2">
            {!filtering && <div className="flex items-center gap-2 max-sm:hidden">{menus}</div>}
            {rows.total > 0 && <ExportMenu path={path} />}
          </div>
        </div>
        {rows.data.length > 0 ? (
          <Table label={list.noun[1]} columns={drawn} rows={rows.data} id={list.id} {...(action ? { action } : {})} />
        ) : chips.length > 0 ? (
          <EmptyState
            kind="filtered"
            title={filtered?.title ?? "Nothing matches these filters"}
            text={filtered?.text ?? `Remove a filter to see more ${list.noun[1]}.`}
            actions={<LinkButton to={clear}>Clear the filters</LinkButton>}
          />
        ) : (
          <EmptyState {...empty} />
        )}
        {rows.total > 0 && (
          <Pager
            page={rows.current_page}
            {...(rows.total_capped ? {} : { pages: rows.last_page })}
            {...pagerLinks(rows, address)}
            {...(rows.per_page > 0 ? { perPage: rows.per_page } : {})}
          />
        )}
      </section>
    </>
  );
}

type FilterRowProps = Omit<Parameters<typeof Filters>[0], "children"> & { tools: ReactNode; menus: ReactNode };

/** The search and the filters, and beside them the menus of views and columns. */
function FilterRow({ tools, menus, ...filters }: FilterRowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-2 max-sm:flex-col max-sm:flex-nowrap max-sm:items-stretch">
      <div className="min-w-0 flex-1 basis-80 max-sm:basis-auto">
        <Filters {...filters}>{tools}</Filters>
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2 max-sm:hidden">{menus}</div>
    </div>
  );
}
