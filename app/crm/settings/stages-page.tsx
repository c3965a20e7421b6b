import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowUp, ListOrdered, Pencil, Plus, Trash2 } from "lucide-react";
import { categoryNames, type RecordKind, requirementNames, sayRecords, usualStages } from "../../../rules/crm";
import type { FieldDefinition } from "../../../rules/crm-fields";
import type { RecordStage } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { categoryKinds } from "../record/labels";
import { SettingsHead } from "./settings-head";
import { stagePlaces } from "./stage-places";
import type { stagesAction, stagesLoader } from "./stages.server";

/** The stages of a kind, in their order. */
export function StagesPage() {
  const { kind, stages, pipelines, pipeline, fields } = useLoaderData<ReturnType<typeof stagesLoader>>();
  const last = useActionData<ReturnType<typeof stagesAction>>();
  const { path, label, text } = stagePlaces[kind];
  const chosen = pipelines.length > 1 && pipeline !== null ? { pipeline } : {};
  const add = (
    <LinkButton to={href(`${path}/new`, undefined, chosen)} variant="primary" icon={Plus} preventScrollReset>
      New stage
    </LinkButton>
  );
  return (
    <>
      <PostResult last={last} />
      <SettingsHead tab={label} text={text} actions={stages.length > 0 ? add : undefined} />
      {pipelines.length > 1 && (
        <Tabs
          label="Pipelines"
          tabs={pipelines.map(({ id, name }) => ({
            ...{ label: name, to: href(path, undefined, { pipeline: id }), current: id === pipeline },
          }))}
        />
      )}
      <Card label={label}>
        {stages.length === 0 ? (
          <EmptyState
            icon={ListOrdered}
            title="No stages yet"
            text={`Begin with the usual ones: ${usualStages[kind].map(({ name }) => name).join(", ")}. You can change them.`}
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
              <StageRow
                key={stage.id}
                kind={kind}
                stage={stage}
                index={index}
                ids={stages.map(({ id }) => id)}
                query={chosen}
                fields={fields}
              />
            ))}
          </ol>
        )}
      </Card>
      <Outlet />
    </>
  );
}

type StageRowProps = {
  kind: RecordKind;
  stage: RecordStage;
  index: number;
  ids: readonly number[];
  query: { pipeline?: number };
  fields: readonly FieldDefinition[];
};

function StageRow({ kind, stage, index, ids, query, fields }: StageRowProps) {
  const { id, name, category, probability, rot_days, required_fields, records } = stage;
  const { path } = stagePlaces[kind];
  const needed = requirementNames(required_fields, fields);
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
          {kind !== "contact" && `${probability}% likely`}
          {kind !== "contact" && rot_days !== null && ", "}
          {rot_days !== null && `marked after ${rot_days} ${rot_days === 1 ? "day" : "days"} without activity`}
          {needed.length > 0 && `, needs ${needed.join(", ")}`}
        </p>
      </div>
      <Status kind={categoryKinds[category]}>{categoryNames[category]}</Status>
      <span className="num text-sm text-quiet sm:w-24 sm:text-right">{sayRecords(kind, records)}</span>
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
          to={href(`${path}/:id`, { id }, query)}
          variant="ghost"
          icon={Pencil}
          label={`Change ${name}`}
          preventScrollReset
        />
        <LinkButton to={href(`${path}/:id/delete`, { id })} variant="ghost" icon={Trash2} label={`Delete ${name}`} />
      </div>
    </li>
  );
}
