import { useLocation } from "@remix-run/react";
import { CircleCheck, RefreshCw } from "lucide-react";
import { useState } from "react";
import { commas, showTime } from "../../../rules/format";
import { Link } from "../ui/link";
import { ProgressFigure } from "../ui/progress";
import { useLive } from "../use-live";
import { ImportStatus } from "./import-labels";
import { rateBetween } from "./rate";

/** Milliseconds without another row after which the reading is over: what is left is writing the group. */
const quiet = 1500;

type RunningProps = {
  file: { rows_read: number; refused: number; repeated: number };
  at: number;
  zone: string;
  /** What is left when all rows are read. */
  writing: string;
};

/** A running import. How many rows the file has is known only at its end: the bar shows what the rows read became. */
export function Running({ file, at, zone, writing: writes }: RunningProps) {
  useLive(true, 1000);
  const now = { count: file.rows_read, at };
  const [first] = useState(now);
  const [last, setLast] = useState(now);
  if (last.count !== now.count) setLast(now);
  const rate = rateBetween(first, last);
  const writing = now.count > 0 && now.at - last.at > quiet;
  const { pathname, search } = useLocation();
  const bad = file.refused + file.repeated;
  const good = file.rows_read - bad;
  return (
    <>
      <section className="card p-5 max-md:p-4" aria-label="Progress">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b className="font-medium">
            <ImportStatus state="running" />
          </b>
          <p className="num text-2xl font-semibold tracking-[-0.02em] max-md:w-full md:ml-2">
            {commas(file.rows_read)} <span className="text-lg font-normal tracking-normal text-quiet">rows read</span>
          </p>
          {writing && <p className="text-quiet md:ml-auto">{writes}</p>}
        </div>
        <svg
          className="bar mt-4 h-3 rounded-sm"
          role="img"
          aria-label={`${commas(good)} good, ${commas(bad)} refused or repeated`}
        >
          {file.rows_read > 0 && (
            <>
              <rect width={`${(good / file.rows_read) * 100}%`} height="100%" className="fill-chart-2" />
              <rect
                x={`${(good / file.rows_read) * 100}%`}
                width={`${(bad / file.rows_read) * 100}%`}
                height="100%"
                className="fill-bad"
              />
            </>
          )}
        </svg>
        <dl className="mt-4 grid gap-x-6 gap-y-4 max-md:grid-cols-2 md:auto-cols-fr md:grid-flow-col">
          <Count paint="bg-chart-2" label="Good rows" count={good} />
          <Count paint="bg-bad" label="Refused or repeated" count={bad} />
          {rate !== undefined && <ProgressFigure label="Rate" value={commas(rate)} unit="a second" />}
        </dl>
      </section>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-quiet">
        <p className="flex items-center gap-2.5">
          <CircleCheck size={16} strokeWidth={1.75} className="shrink-0 text-good" aria-hidden="true" />
          You can close this page: the import goes on, and the result stays here.
        </p>
        <p className="num flex items-center gap-3 md:ml-auto">
          Updated {showTime(at, zone)}
          <Link to={pathname + search} className="link inline-flex min-h-6 items-center gap-1.5" preventScrollReset>
            <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
            Refresh
          </Link>
        </p>
      </div>
    </>
  );
}

function Count({ paint, label, count }: { paint: string; label: string; count: number }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-quiet">
        <i className={`size-2 rounded-[2px] ${paint}`} aria-hidden="true" />
        {label}
      </dt>
      <dd className="num mt-0.5 text-xl font-semibold">{commas(count)}</dd>
    </div>
  );
}
