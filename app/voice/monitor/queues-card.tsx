import { commas, duration } from "../../../rules/format";
import { callFigures } from "../../../rules/voice-metrics";
import type { FigureRow, WaitingCall } from "../../../services/voice/contract.reports";
import { href } from "../../href";
import { numberWords, percent, took } from "../../kit/call-labels";
import { Card, CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import { type Column, Table } from "../../kit/ui/table";

type QueueRow = FigureRow & { waiting: number; longest: string | null };
type Target = { seconds: number; percent: number };

/** Each queue today, with who waits in it now. */
export function QueuesCard({ queues, target, now }: { queues: readonly QueueRow[]; target: Target; now: number }) {
  const number = (name: string, label: string, of: (row: QueueRow) => string): Column<QueueRow> => ({
    ...{ name, label, align: "right", num: true, hideOnSmall: true, cell: of },
  });
  const level = ({ sums }: QueueRow) => {
    const { serviceLevel } = callFigures(sums);
    if (serviceLevel === null) return "–";
    const met = serviceLevel >= target.percent;
    return (
      <span className={met ? "text-good" : "text-warn"}>
        {met ? "✓" : "▲"} {percent(serviceLevel)}
        <span className="sr-only">{met ? ", target met" : ", target missed"}</span>
      </span>
    );
  };
  const columns: Column<QueueRow>[] = [
    {
      ...{ name: "queue", label: "Queue", wide: true, mobileOrder: 1 },
      cell: ({ key, label }) => (
        <Link className="link" to={href("/voice/monitor", undefined, { queue: key })}>
          {label}
        </Link>
      ),
    },
    {
      ...number("waiting", "Waiting", ({ waiting }) => commas(waiting)),
      hideOnSmall: false,
      cardUnit: "waiting",
      alignEnd: true,
      mobileOrder: 2,
    },
    number("longest", "Longest", ({ longest }) => (longest ? duration((now - Date.parse(longest)) / 1_000) : "–")),
    number("offered", "Offered", ({ sums }) => commas(callFigures(sums).offered)),
    number("answered", "Answered", ({ sums }) => commas(sums.answered)),
    number("abandoned", "Abandoned", ({ sums }) => commas(sums.abandoned)),
    {
      ...{ name: "level", label: `SL ${target.seconds} s`, align: "right", num: true, cell: level },
      ...{ cardLabel: "SL", mobileOrder: 3 },
    },
    number("asa", "ASA", ({ sums }) => took(callFigures(sums).averageSpeedOfAnswer)),
    number("aht", "AHT", ({ sums }) => took(callFigures(sums).averageHandleTime)),
  ];
  return (
    <Card label="Queues">
      <CardHead title="Queues" />
      {queues.length === 0 ? (
        <EmptyState title="No queues yet" text="Give your numbers a queue in the settings of Voice." />
      ) : (
        <Table label="Queues" columns={columns} rows={queues} id={({ key }) => key || "none"} />
      )}
    </Card>
  );
}

/** Who waits, longest first. */
export function WaitingCard({
  waiting,
  target,
  now,
}: {
  waiting: readonly WaitingCall[];
  target: Target;
  now: number;
}) {
  return (
    <Card label="Waiting callers">
      <CardHead title="Waiting callers">
        <span className="num text-sm text-quiet">{waiting.length}</span>
      </CardHead>
      {waiting.length === 0 ? (
        <EmptyState title="No one is waiting" text="Callers ring the agent who has been idle for longest." />
      ) : (
        <ol className="divide-y divide-line">
          {waiting.slice(0, 30).map(({ id, phoneNumber, queue, enqueuedAt }) => {
            const seconds = Math.max(0, (now - Date.parse(enqueuedAt)) / 1_000);
            const late = seconds > target.seconds;
            return (
              <li key={id} className="flex items-baseline gap-3 px-4 py-2.5">
                <span className="num flex-1">{numberWords(phoneNumber)}</span>
                <span className="text-sm text-quiet">{queue}</span>
                <span className={`num whitespace-nowrap font-medium ${late ? "text-bad" : ""}`}>
                  {late && "▲ "}
                  {duration(seconds)}
                  {late && <span className="sr-only">, past the target</span>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
