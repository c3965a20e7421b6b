import { useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { pagerLinks, type Rows } from "./list";
import { LinkButton } from "./ui/button";
import { Pager } from "./ui/pager";
import { type Column, Table } from "./ui/table";

type ListCardProps<R> = {
  /** One and many: "blast", "blasts". */
  noun: [one: string, many: string];
  rows: Rows<R>;
  columns: readonly Column<R>[];
  id(row: R): string;
  action?(row: R): ReactNode;
  /** The CSV's address without its query. */
  csvHref?: string;
  /** What stands in the place of no rows. */
  empty: ReactNode;
};

/** The content of a list page in one card: how many and Export, the rows, Page X of Y. */
export function ListCard<R>({ noun, rows, columns, id, action, csvHref, empty }: ListCardProps<R>) {
  const { search } = useLocation();
  const many = rows.total === 1 ? noun[0] : noun[1];
  return (
    <section className="card card-fill" aria-label={noun[1]}>
      <div className="card-head">
        <p className="text-sm">
          <b className="num font-semibold">
            {rows.total.toLocaleString("en-KE")}
            {rows.total_capped && "+"}
          </b>{" "}
          {many}
        </p>
        {csvHref && rows.total > 0 && (
          <LinkButton to={`${csvHref}${search}`} icon={Download} reloadDocument className="ml-auto">
            Export CSV
          </LinkButton>
        )}
      </div>
      {rows.data.length === 0 ? (
        empty
      ) : (
        <Table label={noun[1]} columns={columns} rows={rows.data} id={id} {...(action ? { action } : {})} />
      )}
      {rows.total > 0 && (
        <Pager
          page={rows.current_page}
          {...(rows.total_capped ? {} : { pages: rows.last_page })}
          {...pagerLinks(rows, search)}
          note={`${rows.per_page} per page`}
        />
      )}
    </section>
  );
}
