// /ticketing/settings/stages - boards and their stages, in their order
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SettingsHead } from "./settings/settings-tabs";
import { colours, StageRow, StagesCard } from "./settings/stage-rows";

export const meta = titled("Stages");

export const loader = page("/ticketing/settings/stages", async ({ api }) => ({
  boards: expectStatus(await api.ticketing.boards({}), 200).data,
}));

const id = z.coerce.number().int().positive();
const fields = {
  name: z.string().max(200).default(""),
  status: z.enum(statuses).default("open"),
  pauses: z.boolean().default(false),
  colour: z.enum(colours).default("grey"),
};
const StagesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), id, board_id: id, ...fields }),
  z.object({ intent: z.literal("add"), board_id: id, ...fields }),
  z.object({ intent: z.literal("delete"), id, replace: id.optional() }),
  z.object({ intent: z.literal("rank"), stages: z.string().regex(/^\d+(,\d+)*$/) }),
  z.object({ intent: z.literal("board"), id: id.optional(), name: z.string().max(200).default("") }),
  z.object({ intent: z.literal("delete board"), id }),
]);

export const action = act("/ticketing/settings/stages", StagesForm, async ({ api, value, refuse, from, url }) => {
  const back = url.pathname;
  switch (value.intent) {
    case "save":
    case "add": {
      const { intent, ...body } = value;
      const answer = await api.ticketing.createStage({ body });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, `The stage ${answer.body.name} is saved.`, "Saved");
    }
    case "delete": {
      const answer = await api.ticketing.deleteStage({ params: { id: value.id }, query: { replace: value.replace } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, answer.body.message, "Deleted");
    }
    case "rank": {
      // R122: the rank is saved.
      const answer = await api.ticketing.rankStages({ body: { stages: value.stages } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, "The order is saved.", "Saved");
    }
    case "board": {
      const answer = await api.ticketing.saveBoard({
        body: { name: value.name, ...(value.id ? { id: value.id } : {}) },
      });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, `The board ${answer.body.name} is saved.`, "Saved");
    }
    case "delete board": {
      const answer = await api.ticketing.deleteBoard({ params: { id: value.id } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, answer.body.message, "Deleted");
    }
  }
});

export default function Stages() {
  const { boards } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const all = boards.flatMap(({ stages }) => stages.map(({ id, name }) => ({ value: String(id), label: name })));
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Stages"
        text="A stage is a column of a board. It sets the status of its tickets, and whether SLA timers pause."
      />
      <div className="grid gap-4">
        {boards.map((board) => (
          <StagesCard key={board.id} board={board} working={working}>
            {board.stages.map((stage, index) => (
              <StageRow
                key={`${stage.id} ${stage.name} ${stage.status} ${stage.pauses} ${stage.colour}`}
                stage={stage}
                stages={board.stages}
                index={index}
                others={all.filter(({ value }) => value !== String(stage.id))}
                working={working}
              />
            ))}
          </StagesCard>
        ))}
        <Form
          key={boards.length}
          method="post"
          className="card flex flex-wrap items-end gap-2 p-4"
          aria-label="New board"
        >
          <div className="min-w-48">
            <label className="label" htmlFor="new-board">
              New board
            </label>
            <input id="new-board" className="input" name="name" maxLength={100} autoComplete="off" />
          </div>
          <Button size="lg" name="intent" value="board" working={working}>
            Add the board
          </Button>
        </Form>
      </div>
    </>
  );
}
