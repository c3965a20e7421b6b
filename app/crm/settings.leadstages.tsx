// /crm/settings/leadstages - the stages of leads, in their order
import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowUp, ListOrdered, Pencil, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { categoryNames, usualLeadStages } from "../../rules/crm";
import type { RecordStage } from "../../services/crm/contract.records";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { categoryKinds } from "./leads/labels";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/leadstages";

export const meta = titled("Lead stages");

export const loader = page(path, async ({ api }) => ({
  stages: expectStatus(await api.crm.leadStages({}), 200).data,
}));

/** A new order, or the stages that an account begins with. */
const StagesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rank"), stages: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/) }),
  z.object({ intent: z.literal("usual") }),
]);

export const action = act(path, StagesForm, async ({ api, value, refuse, from }) => {
  if (value.intent === "rank") {
    const answer = await api.crm.rankLeadStages({ body: { stages: value.stages.split(",").map(Number) } });
    return answer.status === 201 ? done(from, href(path), "The order is saved.", "Saved") : refuse(answer.body);
  }
  for (const stage of usualLeadStages) {
    const answer = await api.crm.createLeadStage({ body: stage });
    if (answer.status !== 201) return refuse(answer.body);
  }
  return done(from, href(path), "The usual stages were added.");
});

export default function LeadStages() {
  const { stages } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const add = (
    <LinkButton to={href("/crm/settings/leadstages/new")} variant="primary" icon={Plus} preventScrollReset>
      New stage
    </LinkButton>
  );
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Lead stages"
        text="The steps from a first contact to a sale, in their order. New leads begin in the first one."
        actions={stages.length > 0 ? add : undefined}
      />
      <Card label="Lead stages">
        {stages.length === 0 ? (
          <EmptyState
            icon={ListOrdered}
            title="No stages yet"
            text={`Begin with the usual ones: ${usualLeadStages.map(({ name }) => name).join(", ")}. You can change them.`}
            actions={
              <>
                <Form method="post">
                  <Button name="intent" value="usual" variant="primary">
                    Use the usual stages
                  </Button>
                </Form>
                {add}
              </>
            }
          />
        ) : (
          <ol className="divide-y divide-line">
            {stages.map((stage, index) => (
              <StageRow key={stage.id} stage={stage} index={index} ids={stages.map(({ id }) => id)} />
            ))}
          </ol>
        )}
      </Card>
      <Outlet />
    </>
  );
}

function StageRow({ stage, index, ids }: { stage: RecordStage; index: number; ids: readonly number[] }) {
  const { id, name, category, probability, rot_days, leads } = stage;
  const moved = (by: -1 | 1) => {
    const order = ids.filter((one) => one !== id);
    order.splice(index + by, 0, id);
    return order.join(",");
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="num text-sm text-quiet">
          {probability}% likely
          {rot_days !== null && `, marked after ${rot_days} ${rot_days === 1 ? "day" : "days"} without activity`}
        </p>
      </div>
      <Status kind={categoryKinds[category]}>{categoryNames[category]}</Status>
      <span className="num text-sm text-quiet sm:w-24 sm:text-right">
        {leads.toLocaleString("en-KE")} {leads === 1 ? "lead" : "leads"}
      </span>
      <div className="flex items-center">
        {([-1, 1] as const).map((by) => (
          <Form key={by} method="post" preventScrollReset>
            <input type="hidden" name="stages" value={moved(by)} />
            <Button
              variant="ghost"
              icon={by < 0 ? ArrowUp : ArrowDown}
              name="intent"
              value="rank"
              label={`Move ${name} ${by < 0 ? "up" : "down"}`}
              {...((by < 0 ? index === 0 : index === ids.length - 1)
                ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                : {})}
            />
          </Form>
        ))}
        <LinkButton
          to={href("/crm/settings/leadstages/:id", { id })}
          variant="ghost"
          icon={Pencil}
          label={`Change ${name}`}
          preventScrollReset
        />
        <LinkButton
          to={href("/crm/settings/leadstages/:id/delete", { id })}
          variant="ghost"
          icon={Trash2}
          label={`Delete ${name}`}
        />
      </div>
    </li>
  );
}
