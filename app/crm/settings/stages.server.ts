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

const create = (api: Api, kind: RecordKind, body: StageBody & { pipeline_id: number | null }) =>
  kind === "lead" ? api.crm.createLeadStage({ body }) : api.crm.createStage({ params: { kind }, body });

/** The pipeline whose stages are set up. */
function pipelineIn(url: URL): number | null {
  return Number(url.searchParams.get("pipeline")) || null;
}

/** The custom fields of a kind, which a stage may ask for. */
async function loadFields(api: Api, kind: RecordKind) {
  return expectStatus(await api.crm.customFields({ query: { kind } }), 200).data;
}

/** The loader of the stages of a kind. */
export function stagesLoader(kind: RecordKind) {
  return page(stagePlaces[kind].path, async ({ api, url }) => {
    const [found, all, fields] = await Promise.all([
      fetchStages(api, kind),
      api.crm.pipelines({}),
      loadFields(api, kind),
    ]);
    const { data: stages } = expectStatus(found, 200);
    const pipelines = all.status === 200 ? all.body.data.filter((one) => one.kind === kind) : [];
    const pipeline = pipelineIn(url) ?? pipelines[0]?.id ?? null;
    return {
      kind,
      stages: stages.filter(({ pipeline_id }) => pipeline_id === pipeline),
      pipelines: pipelines.map(({ id, name }) => ({ id, name })),
      pipeline,
      fields,
    };
  });
}

/** A new order, or the stages that an account begins with. */
const StagesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rank"), stages: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/) }),
  z.object({ intent: z.literal("usual") }),
]);

export function stagesAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(path, StagesForm, async ({ api, url, value, refuse, from }) => {
    if (value.intent === "rank") {
      const body = { stages: value.stages.split(",").map(Number) };
      const answer =
        kind === "lead" ? await api.crm.rankLeadStages({ body }) : await api.crm.rankStages({ params: { kind }, body });
      return answer.status === 201
        ? done(from, `${path}${url.search}`, "The order is saved.", "Saved")
        : refuse(answer.body);
    }
    for (const stage of usualStages[kind]) {
      const answer = await create(api, kind, { ...stage, required_fields: [], pipeline_id: null });
      if (answer.status !== 201) return refuse(answer.body);
    }
    return done(from, path, "The usual stages were added.");
  });
}

export function newStageLoader(kind: RecordKind) {
  return page(`${stagePlaces[kind].path}/new`, async ({ api }) => ({
    kind,
    fields: await loadFields(api, kind),
  }));
}

export function newStageAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(`${path}/new`, StageFields, async ({ api, url, value, refuse, from }) => {
    const answer = await create(api, kind, { ...value, pipeline_id: pipelineIn(url) });
    return answer.status === 201 ? done(from, `${path}${url.search}`, "Stage added") : refuse(answer.body);
  });
}

/** The stage of the address among those of the account. @throws Response 404 */
async function loadStage({ api, params }: { api: Api; params: { id: string } }, kind: RecordKind) {
  const [found, fields] = await Promise.all([fetchStages(api, kind), loadFields(api, kind)]);
  const stages = expectStatus(found, 200).data;
  const stage = stages.find(({ id }) => String(id) === params.id);
  if (!stage) throw new Response("There is no such stage.", { status: 404 });
  return { kind, stage, stages, fields };
}

export function stageLoader(kind: RecordKind) {
  return page(`${stagePlaces[kind].path}/:id`, (given) => loadStage(given, kind));
}

export function stageAction(kind: RecordKind) {
  const { path } = stagePlaces[kind];
  return act(`${path}/:id`, StageFields, async ({ api, params, url, value: body, refuse, from }) => {
    const id = Number(params.id) || 0;
    const answer =
      kind === "lead"
        ? await api.crm.updateLeadStage({ params: { id }, body })
        : await api.crm.updateStage({ params: { kind, id }, body });
    return answer.status === 201 ? done(from, `${path}${url.search}`, "Stage saved") : refuse(answer.body);
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
