import { z } from "zod";
import { type RecordKind, usualStages } from "../../../rules/crm";
import { typedId } from "../../kit/typed-fields";
import { type Admitted, act, done, expectStatus, page } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { fetchStages } from "../record/record.server";
import { StageFields } from "./stage-drawer";
import { stagePlaces } from "./stage-places";

type Api = Admitted<Path>["api"];
type StageBody = z.output<typeof StageFields>;

const create = (api: Api, kind: RecordKind, body: StageBody) =>
  kind === "lead" ? api.crm.createLeadStage({ body }) : api.crm.createStage({ params: { kind }, body });

/** The loader of the stages of a kind. */
export function stagesLoader(kind: RecordKind) {
  return page(stagePlaces[kind].path, async ({ api }) => ({
    kind,
    stages: expectStatus(await fetchStages(api, kind), 200).data,
  }));
}

/** A new order, or the stages that an account begins with. */
const StagesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rank"), stages: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/) }),
  z.object({ intent: z.literal("usual") }),
]);

export function stagesAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(path, StagesForm, async ({ api, value, refuse, from }) => {
    if (value.intent === "rank") {
      const body = { stages: value.stages.split(",").map(Number) };
      const answer =
        kind === "lead" ? await api.crm.rankLeadStages({ body }) : await api.crm.rankStages({ params: { kind }, body });
      return answer.status === 201 ? done(from, path, "The order is saved.", "Saved") : refuse(answer.body);
    }
    for (const stage of usualStages[kind]) {
      const answer = await create(api, kind, stage);
      if (answer.status !== 201) return refuse(answer.body);
    }
    return done(from, path, "The usual stages were added.");
  });
}

export function newStageLoader(kind: RecordKind) {
  return page(`${stagePlaces[kind].path}/new`, async () => ({ kind }));
}

export function newStageAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(`${path}/new`, StageFields, async ({ api, value, refuse, from }) => {
    const answer = await create(api, kind, value);
    return answer.status === 201 ? done(from, path, "Stage added") : refuse(answer.body);
  });
}

/** The stage of the address among those of the account. @throws Response 404 */
async function loadStage({ api, params }: { api: Api; params: { id: string } }, kind: RecordKind) {
  const stages = expectStatus(await fetchStages(api, kind), 200).data;
  const stage = stages.find(({ id }) => String(id) === params.id);
  if (!stage) throw new Response("There is no such stage.", { status: 404 });
  return { kind, stage, stages };
}

export function stageLoader(kind: RecordKind) {
  return page(`${stagePlaces[kind].path}/:id`, (given) => loadStage(given, kind));
}

export function stageAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(`${path}/:id`, StageFields, async ({ api, params, value: body, refuse, from }) => {
    const id = Number(params.id) || 0;
    const answer =
      kind === "lead"
        ? await api.crm.updateLeadStage({ params: { id }, body })
        : await api.crm.updateStage({ params: { kind, id }, body });
    return answer.status === 201 ? done(from, path, "Stage saved") : refuse(answer.body);
  });
}

export function deleteStageLoader(kind: RecordKind) {
  return page(`${stagePlaces[kind].path}/:id/delete`, (given) => loadStage(given, kind));
}

const ReplaceForm = z.object({ replace: typedId });

export function deleteStageAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(`${path}/:id/delete`, ReplaceForm, async ({ api, params, value, refuse, from }) => {
    const id = Number(params.id) || 0;
    const query = { replace: value.replace || undefined };
    const answer =
      kind === "lead"
        ? await api.crm.deleteLeadStage({ params: { id }, query })
        : await api.crm.deleteStage({ params: { kind, id }, query });
    return answer.status === 201 ? done(from, path, answer.body.message, "Deleted") : refuse(answer.body);
  });
}
