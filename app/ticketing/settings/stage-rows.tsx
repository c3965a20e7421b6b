import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { statuses } from "../../../rules/ticket-labels";
import type { Board, Stage } from "../../../services/ticketing/contract.boards";
import { Button } from "../../kit/ui/button";
import type { Choice } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";
import { EditRow } from "../kit/edit-row";
import { howMany, statusWords } from "../kit/labels";
import { Pick } from "../kit/pick";
import { Remove } from "./replace-form";

export const colours = ["grey", "blue", "green", "amber", "red", "violet", "teal"] as const;

type Props = { board: Board; working: boolean; children: ReactNode };

/** A board: its name, its stages, and a form for one more. */
export function StagesCard({ board, working, children }: Props) {
  return (
    <section className="card" aria-label={`Board ${board.name}`}>
      <div className="card-head">
        <EditRow
          key={board.name}
          name={`the board ${board.name}`}
          form={
            <Form method="post" className="flex min-w-0 items-center gap-2">
              <input type="hidden" name="id" value={board.id} />
              <input
                className="input h-8! min-w-0"
                name="name"
                defaultValue={board.name}
                maxLength={100}
                aria-label={`Name of the board ${board.name}`}
              />
              <Button name="intent" value="board" working={working}>
                Rename<span className="sr-only"> the board {board.name}</span>
              </Button>
            </Form>
          }
        >
          <h2>{board.name}</h2>
        </EditRow>
        {board.stages.length === 0 && (
          <Form method="post" className="ml-auto">
            <input type="hidden" name="id" value={board.id} />
            <Button variant="danger-outline" icon={Trash2} name="intent" value="delete board">
              Delete the board
            </Button>
          </Form>
        )}
      </div>
      <ol className="divide-y divide-line">{children}</ol>
      <Form
        key={board.stages.length}
        method="post"
        className="flex flex-wrap items-end gap-2 border-t border-line p-4"
        aria-label={`New stage of ${board.name}`}
      >
        <input type="hidden" name="board_id" value={board.id} />
        <div className="min-w-40 flex-1">
          <label className="label" htmlFor={`new-stage-${board.id}`}>
            New stage
          </label>
          <input
            id={`new-stage-${board.id}`}
            className="input h-8! max-md:h-11!"
            name="name"
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <Choices named={`the new stage of ${board.name}`} />
        <Button name="intent" value="add" working={working}>
          Add the stage
        </Button>
      </Form>
    </section>
  );
}

function Choices({ named, stage }: { named: string; stage?: Stage }) {
  return (
    <>
      <Pick
        name="status"
        label={`Status in ${named}`}
        className="sm:w-32"
        defaultValue={stage?.status ?? "open"}
        choices={statuses.map((status) => ({ value: status, label: statusWords[status].word }))}
      />
      <Pick
        name="colour"
        label={`Colour of ${named}`}
        className="sm:w-24"
        defaultValue={stage?.colour ?? "grey"}
        choices={colours.map((colour) => ({ value: colour, label: `${colour[0]?.toUpperCase()}${colour.slice(1)}` }))}
      />
      <label className="tick min-h-8 items-center!">
        <input type="checkbox" name="pauses" defaultChecked={stage?.pauses ?? false} />
        <span>
          Pause SLA timers<span className="sr-only"> in {named}</span>
        </span>
      </label>
    </>
  );
}

type RowProps = { stage: Stage; stages: readonly Stage[]; index: number; others: readonly Choice[]; working: boolean };

/** A stage in its place, with what it means. */
export function StageRow({ stage, stages, index, others, working }: RowProps) {
  const moved = (by: -1 | 1) => {
    const order = stages.map(({ id }) => id);
    const [own] = order.splice(index, 1);
    order.splice(index + by, 0, own ?? stage.id);
    return order.join(",");
  };
  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-2">
      <EditRow
        name={`the stage ${stage.name}`}
        form={
          <Form method="post" className="flex flex-wrap items-center gap-2">
            <input type="hidden" name="id" value={stage.id} />
            <input type="hidden" name="board_id" value={stage.board_id} />
            <input
              className="input h-8! w-auto! min-w-40 flex-1"
              name="name"
              defaultValue={stage.name}
              maxLength={100}
              aria-label={`Name of the stage ${stage.name}`}
            />
            <Choices named={stage.name} stage={stage} />
            <Button name="intent" value="save" working={working}>
              Save<span className="sr-only"> the stage {stage.name}</span>
            </Button>
          </Form>
        }
      >
        <span className={`swatch swatch-${stage.colour}`} title={`Colour: ${stage.colour}`} aria-hidden="true" />
        <span className="font-medium wrap-anywhere">{stage.name}</span>
        <Status kind={statusWords[stage.status].kind}>{statusWords[stage.status].word}</Status>
        {stage.pauses && <span className="text-sm text-quiet">SLA timers are paused</span>}
      </EditRow>
      <span className="num text-sm text-quiet sm:w-24 sm:text-right">{howMany(stage.tickets)}</span>
      <div className="flex items-center">
        {([-1, 1] as const).map((by) => (
          <Form key={by} method="post" preventScrollReset>
            <input type="hidden" name="stages" value={moved(by)} />
            <Button
              variant="ghost"
              icon={by < 0 ? ArrowUp : ArrowDown}
              name="intent"
              value="rank"
              label={`Move ${stage.name} ${by < 0 ? "up" : "down"}`}
              {...((by < 0 ? index === 0 : index === stages.length - 1)
                ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                : {})}
            />
          </Form>
        ))}
        <Remove id={stage.id} name={stage.name} used={stage.tickets} others={others} />
      </div>
    </li>
  );
}
