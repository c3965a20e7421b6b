import { useLocation } from "@remix-run/react";
import type { HistoryEntry } from "../../../services/ticketing/contract.schemas";
import { DateTime } from "../../kit/date-time";
import { pagerLinks, type Rows } from "../../kit/list";
import { Pager } from "../../kit/ui/pager";

/** Everything that happened, newest first. */
export function HistoryCard({ history, zone }: { history: Rows<HistoryEntry>; zone: string }) {
  const { search } = useLocation();
  return (
    <section className="card" aria-label="History">
      <div className="card-head">
        <h2>History</h2>
        <p className="ml-auto text-sm text-quiet">newest first</p>
      </div>
      <ol className="divide-y divide-line">
        {history.data.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-4 px-4 py-2 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-medium">{entry.by}</b> {entry.words}
            </span>
            <span className="text-quiet">
              <DateTime at={entry.at} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
      {history.last_page > 1 && (
        <Pager page={history.current_page} pages={history.last_page} {...pagerLinks(history, search)} />
      )}
    </section>
  );
}
