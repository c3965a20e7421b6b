import { z } from "zod";
import { kindWords } from "../../../rules/crm";
import { type Admitted, act, done, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { recordHref } from "./places";
import { moveRecord } from "./record.server";

/** The kinds that have a board, and its place. */
export const boardPlaces = { lead: "/crm/board", deal: "/crm/deals" } as const;
export type BoardKind = keyof typeof boardPlaces;

/** A number of the address that can be an id. */
function idIn(url: URL, name: string): number | undefined {
  const said = Number(url.searchParams.get(name));
  return Number.isSafeInteger(said) && said > 0 ? said : undefined;
}

/** The board of a kind with the filters of the address. */
export async function loadBoard({ api, url }: Pick<Admitted<Path>, "api" | "url">, kind: BoardKind) {
  const q = (url.searchParams.get("q") ?? "").slice(0, 100);
  const manager = url.searchParams.get("sales_manager")?.slice(0, 60) || undefined;
  const chosen = idIn(url, "pipeline");
  const tag = idIn(url, "tag");
  const query = { q, sales_manager: manager, pipeline: chosen, tag };
  const [pipeline, managers, pipelines, tags] = await Promise.all([
    kind === "lead" ? api.crm.leadPipeline({ query }) : api.crm.dealPipeline({ query }),
    api.crm.salesManagers({}),
    api.crm.pipelines({}),
    api.crm.tags({ query: {} }),
  ]);
  const { stages } = expectStatus(pipeline, 200);
  const all = pipelines.status === 200 ? pipelines.body.data : [];
  return {
    kind,
    stages,
    pipelines: all.filter((one) => one.kind === kind).map(({ id, name }) => ({ id, name })),
    /** The one that is shown, where the address names one. */
    pipeline: chosen ?? null,
    managers: managers.status === 200 ? managers.body.data : [],
    q,
    manager: manager ?? "",
    tags: tags.status === 200 ? tags.body.data.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    tag: tag === undefined ? "" : String(tag),
    now: Date.now(),
  };
}

/** `to` is a stage; one that means lost is chosen on the record's own page, where the reason is asked for. */
const MoveForm = z.object({
  record_id: z.coerce.number().int().positive(),
  version: z.coerce.number().int().min(1).optional(),
  to: z.coerce.number({ error: "Choose a stage." }).int().positive("Choose a stage."),
});

export function boardAction(kind: BoardKind) {
  const path = boardPlaces[kind];
  return act(path, MoveForm, async ({ api, url, value: { record_id: id, version, to }, refuse, from }) => {
    const answer = await moveRecord(api, { kind, id }, { stage_id: to, version });
    if (answer.status === 422 && answer.body.errors?.lost_reason)
      return done(from, recordHref({ kind, id }, "stages", { to }), `Say why the ${kindWords[kind][0]} was lost.`);
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, `${path}${url.search}`, `${answer.body.name} is in ${answer.body.stage} now.`, "Moved");
  });
}
