// /ticketing/boards - the stages of a board as columns, the tickets in their order
import { Form, useActionData, useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { CirclePause, List, Plus } from "lucide-react";
import { useRef } from "react";
import { z } from "zod";
import { ticketFilters } from "../../services/ticketing/contract.filters";
import { href } from "../href";
import { Board, BoardColumn } from "../kit/board";
import { useBoardDrag } from "../kit/board-drag";
import { parseSearch, withQuery } from "../kit/list";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Badge } from "../kit/ui/badge";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadChoices } from "./kit/choices.server";
import { howMany } from "./kit/labels";
import { Pick } from "./kit/pick";
import { oversees } from "./kit/rights";
import { BoardCard } from "./tickets/board-card";
import { FilterRow } from "./tickets/filter-row";

export const meta = titled("Boards");

/** How many cards of a stage are drawn at first, and at most. */
const few = 25;
const most = 200;

const search = z.object({ ...ticketFilters, more: z.enum(["1"]).optional().catch(undefined) });

export const loader = page("/ticketing/boards", async ({ api, url, viewer }) => {
  const asked = parseSearch({ search }, url);
  const choices = await loadChoices(api);
  const chosen = choices.boards.find(({ value }) => value === String(asked.board)) ?? choices.boards[0];
  const { more, board: _, stage: __, ...filters } = asked;
  const cards = chosen
    ? expectStatus(
        await api.ticketing.cards({
          params: { id: Number(chosen.value) },
          query: { ...filters, ...(more ? { per_stage: most } : { per_stage: few, explain: "1" as const }) },
        }),
        200,
      )
    : undefined;
  return {
    cards,
    choices,
    search: { ...filters, board: asked.board, stage: undefined, sort: "newest" as const },
    more: Boolean(more),
    zone: viewer.time_zone,
    now: Date.now(),
    oversees: oversees(viewer),
  };
});

/** `to` is "stage 4", "top", "before 17" or "after 17"; a drag says both: "stage 4 after 17". */
const MoveForm = z.object({
  ticket_id: z.coerce.number().int().positive(),
  version: z.coerce.number().int().min(1).optional(),
  to: z.string().regex(/^(stage \d{1,15}( (before|after) \d{1,15})?|top|(before|after) \d{1,15})$/, "Choose a stage."),
});

export const action = act("/ticketing/boards", MoveForm, async ({ api, value, refuse, from, url }) => {
  const { ticket_id, version, to } = value;
  const stage = Number(/stage (\d+)/.exec(to)?.[1]) || undefined;
  const before_id = Number(/before (\d+)/.exec(to)?.[1]) || undefined;
  const after_id = Number(/after (\d+)/.exec(to)?.[1]) || undefined;
  const ticket = stage ? undefined : await api.ticketing.ticket({ params: { id: String(ticket_id) } });
  if (ticket && ticket.status !== 200) return refuse(ticket.body);
  const stage_id = stage ?? (ticket?.status === 200 ? ticket.body.stage_id : 0);
  const answer = await api.ticketing.moveCard({
    body: {
      ticket_id,
      stage_id,
      ...(before_id ? { before_id } : {}),
      ...(after_id ? { after_id } : {}),
      ...(to === "top" ? { place: "top" as const } : {}),
      ...(version ? { version } : {}),
    },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, `${href("/ticketing/boards")}${url.search}`, answer.body.message, "Moved");
});

export default function Boards() {
  const { cards, choices, search, more, zone, now, oversees } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const mover = useFetcher<typeof action>();
  const location = useLocation();
  const ref = useRef<HTMLUListElement>(null);
  const stages = cards?.stages ?? [];
  const drawn = stages.map((stage) => stage.cards.map(({ id, version }) => `${id}.${version}`).join()).join("|");
  const versions = new Map(stages.flatMap((stage) => stage.cards.map(({ id, version }) => [String(id), version])));
  useBoardDrag(ref, drawn, ({ card, column, before, after }) =>
    mover.submit(
      {
        ticket_id: card,
        version: String(versions.get(card) ?? ""),
        to: `stage ${column}${before ? ` before ${before}` : after ? ` after ${after}` : ""}`,
      },
      { method: "post", action: `${href("/ticketing/boards")}${location.search}` },
    ),
  );
  useEventRevalidate(["ticket"]);
  const total = stages.reduce((sum, stage) => sum + stage.total, 0);
  const capped = stages.some((stage) => stage.total_capped);
  const left = stages.some((stage) => stage.total > stage.cards.length);
  const toList = withQuery(location.search, { more: undefined, board: cards ? cards.id : undefined });
  return (
    <>
      <PostResult last={mover.state === "idle" ? (mover.data ?? last) : last} />
      <PageHeader
        title={cards?.name ?? "Boards"}
        text={`${howMany(total, capped)}. Work each stage from top to bottom.`}
        actions={
          <>
            {choices.boards.length > 1 && (
              <Form method="get" className="flex items-center gap-2">
                <Pick name="board" label="Board" defaultValue={cards?.id} choices={choices.boards} />
                <Button>Show</Button>
              </Form>
            )}
            {oversees && (
              <>
                <LinkButton to={`${href("/ticketing/tickets")}${toList}`} icon={List}>
                  List
                </LinkButton>
                <LinkButton to={href("/ticketing/new")} variant="primary" icon={Plus}>
                  New ticket
                </LinkButton>
              </>
            )}
          </>
        }
      />
      <FilterRow
        search={search}
        choices={choices}
        clear={href("/ticketing/boards", undefined, { board: search.board })}
        without={["stage", "sort", "merged", "deleted"]}
      />
      {cards ? (
        <Board label={`Board ${cards.name}`} columns={ref} busy={mover.state !== "idle"}>
          {stages.map((stage) => (
            <BoardColumn
              key={stage.id}
              id={stage.id}
              head={<StageHead stage={stage} />}
              cards={stage.cards.map((ticket, index) => (
                <BoardCard
                  key={ticket.id}
                  ticket={ticket}
                  stages={stages}
                  above={stage.cards[index - 1]?.id}
                  below={stage.cards[index + 1]?.id}
                  now={now}
                  zone={zone}
                />
              ))}
              empty="No tickets in this stage."
              foot={
                stage.total > stage.cards.length && (
                  <Link
                    className="link px-1 py-1 text-center text-sm"
                    to={
                      more
                        ? href("/ticketing/tickets", undefined, { stage: stage.id })
                        : withQuery(location.search, { more: 1 })
                    }
                  >
                    {more
                      ? "All in the list"
                      : `Show ${(stage.total - stage.cards.length).toLocaleString("en-KE")} more`}
                  </Link>
                )
              }
            />
          ))}
        </Board>
      ) : (
        <EmptyState title="No board yet" text="A board needs stages. Someone who manages the settings can make them." />
      )}
      {left && more && <p className="mt-2 text-sm text-quiet">The first {most} of each stage are shown.</p>}
    </>
  );
}

type StageHeadProps = {
  stage: { name: string; colour: string; total: number; total_capped: boolean; pauses: boolean };
};

function StageHead({ stage: { name, colour, total, total_capped, pauses } }: StageHeadProps) {
  return (
    <h2 className="flex items-center gap-2 px-1 pt-1 font-semibold">
      <span className={`swatch swatch-${colour}`} aria-hidden="true" />
      {name}
      <Badge>
        {total.toLocaleString("en-KE")}
        {total_capped && "+"}
      </Badge>
      {pauses && (
        <span className="ml-auto text-quiet" title="SLA timers are paused in this stage">
          <CirclePause size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">, SLA timers are paused</span>
        </span>
      )}
    </h2>
  );
}
