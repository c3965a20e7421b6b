// /crm/board - leads in the columns of their stages (Q143)
import { Form, useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { Plus, Table2 } from "lucide-react";
import { useRef } from "react";
import { z } from "zod";
import { formatMoney } from "../../rules/crm-money";
import { href } from "../href";
import { Board, BoardColumn } from "../kit/board";
import { useBoardDrag } from "../kit/board-drag";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Badge } from "../kit/ui/badge";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { LeadCard } from "./leads/lead-card";

const path = "/crm/board";

export const meta = titled("Lead board");

export const loader = page(path, async ({ api, url }) => {
  const q = (url.searchParams.get("q") ?? "").slice(0, 100);
  const manager = url.searchParams.get("sales_manager")?.slice(0, 60) || undefined;
  const [pipeline, managers] = await Promise.all([
    api.crm.leadPipeline({ query: { q, sales_manager: manager } }),
    api.crm.salesManagers({}),
  ]);
  return {
    stages: expectStatus(pipeline, 200).stages,
    managers: managers.status === 200 ? managers.body.data : [],
    q,
    manager: manager ?? "",
    now: Date.now(),
  };
});

/** `to` is a stage; one that means lost is chosen on the lead's own page, where the reason is asked for. */
const MoveForm = z.object({
  lead_id: z.coerce.number().int().positive(),
  version: z.coerce.number().int().min(1).optional(),
  to: z.coerce.number({ error: "Choose a stage." }).int().positive("Choose a stage."),
});

export const action = act(path, MoveForm, async ({ api, url, value: { lead_id, version, to }, refuse, from }) => {
  const answer = await api.crm.moveLead({ params: { lead_id }, body: { stage_id: to, version } });
  if (answer.status === 422 && answer.body.errors?.lost_reason)
    return done(from, href("/crm/lead/:index/stages", { index: lead_id }, { to }), "Say why it was lost.");
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, `${href(path)}${url.search}`, `${answer.body.name} is in ${answer.body.stage} now.`, "Moved");
});

export default function LeadBoard() {
  const { stages, managers, q, manager, now } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const mover = useFetcher<typeof action>();
  const ref = useRef<HTMLUListElement>(null);
  const cards = stages.flatMap((stage) => stage.cards);
  const versions = new Map(cards.map(({ id, version }) => [String(id), version]));
  const drawn = cards.map(({ id, version, stage_id }) => `${id}.${version}.${stage_id}`).join();
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(manager ? { sales_manager: manager } : {}) }).toString();
  const here = `${href(path)}${query ? `?${query}` : ""}`;
  useBoardDrag(ref, drawn, ({ card, column }) => {
    if (cards.some(({ id, stage_id }) => String(id) === card && String(stage_id) === column)) return;
    mover.submit(
      { lead_id: card, version: String(versions.get(card) ?? ""), to: column },
      { method: "post", action: here },
    );
  });
  useEventRevalidate(["lead"]);
  const open = stages.filter(({ category }) => category !== "won" && category !== "lost");
  const waiting = cards.filter(({ rotting }) => rotting).length;
  const total = open.reduce((sum, { leads }) => sum + leads, 0);
  return (
    <>
      <PostResult last={mover.state === "idle" ? (mover.data ?? last) : last} />
      <PageHeader
        title="Lead board"
        text={`${total.toLocaleString("en-KE")} open ${total === 1 ? "lead" : "leads"}.${waiting > 0 ? ` ${waiting} of those shown ${waiting === 1 ? "has" : "have"} waited longer than the stage allows.` : ""}`}
        actions={
          <>
            <LinkButton to={href("/crm/leads")} icon={Table2}>
              Table
            </LinkButton>
            <LinkButton to={href("/crm/leads/new")} variant="primary" icon={Plus}>
              New lead
            </LinkButton>
          </>
        }
      />
      {stages.length === 0 ? (
        <div className="card">
          <EmptyState
            title="No leads yet"
            text="The board shows your leads in the stages that they go through. Add the first lead to begin."
            actions={<LinkButton to={href("/crm/leads/new")}>Add a lead</LinkButton>}
          />
        </div>
      ) : (
        <>
          <Form method="get" className="mb-3 flex flex-wrap items-end gap-2" aria-label="Filters">
            <TextInput id="q" name="q" label="Search" defaultValue={q} className="w-full sm:w-64" autoComplete="off" />
            <Select
              id="sales_manager"
              name="sales_manager"
              label="Sales manager"
              empty="All"
              defaultValue={manager}
              choices={[
                { value: "none", label: "None" },
                ...managers.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              className="w-full sm:w-56"
            />
            <Button size="lg">Show</Button>
            {query && (
              <Link className="link px-2 py-2" to={href(path)}>
                Clear
              </Link>
            )}
          </Form>
          <Board label="Lead board" columns={ref} busy={mover.state !== "idle"}>
            {stages.map((stage) => (
              <BoardColumn
                key={stage.id}
                id={stage.id}
                head={
                  <h2 className="flex flex-wrap items-center gap-x-2 px-1 pt-1 font-semibold">
                    {stage.name}
                    <Badge>{stage.leads.toLocaleString("en-KE")}</Badge>
                    <span className="num min-h-5 w-full text-sm font-normal text-quiet">
                      {stage.values.map(({ currency, cents }) => formatMoney(cents, currency)).join(", ")}
                    </span>
                  </h2>
                }
                cards={stage.cards.map((lead) => (
                  <LeadCard key={lead.id} lead={lead} stages={stages} action={here} now={now} />
                ))}
                empty="No leads in this stage."
                foot={
                  stage.leads > stage.cards.length && (
                    <Link
                      className="link px-1 py-1 text-center text-sm"
                      to={href("/crm/leads", undefined, { stage: stage.id })}
                    >
                      {(stage.leads - stage.cards.length).toLocaleString("en-KE")} more in the table
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
