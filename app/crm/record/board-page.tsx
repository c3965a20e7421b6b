import { useActionData, useFetcher } from "@remix-run/react";
import { Plus, Table2 } from "lucide-react";
import { useRef } from "react";
import { kindWords } from "../../../rules/crm";
import { formatMoney } from "../../../rules/crm-money";
import { Board, BoardColumn } from "../../kit/board";
import { useBoardDrag } from "../../kit/board-drag";
import { PostResult } from "../../kit/post-result";
import { Badge } from "../../kit/ui/badge";
import { LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Filters } from "../../kit/ui/filters";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";
import { useEventRevalidate } from "../../shell/live";
import type { boardAction, loadBoard } from "./board.server";
import { listPlaces } from "./places";
import { RecordCard } from "./record-card";

const boardPaths = { lead: "/crm/board", deal: "/crm/deals" } as const;

type BoardProps = Awaited<ReturnType<typeof loadBoard>> & {
  title: string;
  /** Where the same records stand as a table. */
  table: string;
};

/** The records of a kind in the columns of their stages (Q143). */
export function BoardPage({ kind, stages, pipelines, pipeline, now, title, table, ...asked }: BoardProps) {
  const last = useActionData<ReturnType<typeof boardAction>>();
  const mover = useFetcher<ReturnType<typeof boardAction>>();
  const path = boardPaths[kind];
  const [one, many] = kindWords[kind];
  const fresh = `${listPlaces[kind].path}/new${pipeline === null ? "" : `?pipeline=${pipeline}`}`;
  const ref = useRef<HTMLUListElement>(null);
  const cards = stages.flatMap((stage) => stage.cards);
  const versions = new Map(cards.map(({ id, version }) => [String(id), version]));
  const drawn = cards.map(({ id, version, stage_id }) => `${id}.${version}.${stage_id}`).join();
  const chosen: Record<string, string> = pipeline === null ? {} : { pipeline: String(pipeline) };
  const filters = boardFilters(asked);
  const query = new URLSearchParams({ ...chosen, ...filters }).toString();
  const here = `${path}${query ? `?${query}` : ""}`;
  const cleared = pipeline === null ? path : `${path}?pipeline=${pipeline}`;
  const fields = filterFields(asked);
  const chips = fields.flatMap(({ name, label, choices, value }) => {
    const { [name]: _, ...others } = filters;
    const choice = choices.find((one) => one.value === value);
    const remove = `${path}?${new URLSearchParams({ ...chosen, ...others })}`;
    return choice ? [{ label, value: choice.label, remove }] : [];
  });
  useBoardDrag(ref, drawn, ({ card, column }) => {
    if (cards.some(({ id, stage_id }) => String(id) === card && String(stage_id) === column)) return;
    mover.submit(
      { record_id: card, version: String(versions.get(card) ?? ""), to: column },
      { method: "post", action: here },
    );
  });
  useEventRevalidate([kind]);
  const open = stages.filter(({ category }) => category !== "won" && category !== "lost");
  const waiting = cards.filter(({ rotting }) => rotting).length;
  const total = open.reduce((sum, { records }) => sum + records, 0);
  return (
    <>
      <PostResult last={mover.state === "idle" ? (mover.data ?? last) : last} />
      <PageHeader
        title={title}
        text={`${total.toLocaleString("en-KE")} open ${total === 1 ? one : many}.${waiting > 0 ? ` ${waiting} of those shown ${waiting === 1 ? "has" : "have"} waited longer than the stage allows.` : ""}`}
        actions={
          <>
            <LinkButton to={table} icon={Table2}>
              Table
            </LinkButton>
            <LinkButton to={fresh} variant="primary" icon={Plus}>
              New {one}
            </LinkButton>
          </>
        }
      />
      {pipelines.length > 1 && (
        <Tabs
          label="Pipelines"
          tabs={pipelines.map(({ id, name }, at) => ({
            label: name,
            to: `${path}?pipeline=${id}`,
            current: pipeline === null ? at === 0 : pipeline === id,
          }))}
        />
      )}
      {stages.length === 0 ? (
        <div className="card">
          <EmptyState
            title={`No ${many} yet`}
            text={`The board shows your ${many} in the stages that they go through. Add the first ${one} to begin.`}
            actions={<LinkButton to={fresh}>Add a {one}</LinkButton>}
          />
        </div>
      ) : (
        <>
          <Filters
            params={Object.entries({ ...chosen, ...filters })}
            search={{ name: "q", label: "Name, company, phone or email", value: asked.q }}
            chips={chips}
            clear={cleared}
            fields={fields}
          />
          <Board label={title} columns={ref} busy={mover.state !== "idle"}>
            {stages.map((stage) => (
              <BoardColumn
                key={stage.id}
                id={stage.id}
                head={
                  <h2 className="flex flex-wrap items-center gap-x-2 px-1 pt-1 font-semibold">
                    {stage.name}
                    <Badge>{stage.records.toLocaleString("en-KE")}</Badge>
                    <span className="num min-h-5 w-full text-sm font-normal text-quiet">
                      {stage.values.map(({ currency, cents }) => formatMoney(cents, currency)).join(", ")}
                    </span>
                  </h2>
                }
                cards={stage.cards.map((record) => (
                  <RecordCard key={record.id} record={record} stages={stages} action={here} now={now} />
                ))}
                empty={`No ${many} in this stage.`}
                foot={
                  stage.records > stage.cards.length && (
                    <Link
                      className="link px-1 py-1 text-center text-sm"
                      to={`${table}${table.includes("?") ? "&" : "?"}${new URLSearchParams({ ...filters, stage: String(stage.id) })}`}
                    >
                      {(stage.records - stage.cards.length).toLocaleString("en-KE")} more in the table
                    </Link>
                  )
                }
              />
            ))}
          </Board>
        </>
      )}
    </>
  );
}

type AskedBoard = Pick<BoardProps, "q" | "manager" | "managers" | "tag" | "tags">;

/** The filters that are set, as the address has them. */
function boardFilters({ q, manager, tag }: AskedBoard): Record<string, string> {
  return { ...(q ? { q } : {}), ...(manager ? { sales_manager: manager } : {}), ...(tag ? { tag } : {}) };
}

/** The filters that can be chosen. */
function filterFields({ manager, managers, tag, tags }: AskedBoard) {
  const owners = [{ value: "none", label: "None" }, ...managers.map(({ id, name }) => ({ value: id, label: name }))];
  const byTag = { kind: "choice", name: "tag", label: "Tag", choices: tags, value: tag } as const;
  return [
    { kind: "choice", name: "sales_manager", label: "Sales manager", choices: owners, value: manager } as const,
    ...(tags.length > 0 ? [byTag] : []),
  ];
}
