import { useActionData, useLoaderData } from "@remix-run/react";
import { StageDrawer } from "./stage-drawer";
import type { newStageAction, newStageLoader, stageAction, stageLoader } from "./stages.server";

/** A new stage of a kind. */
export function NewStageDrawer() {
  const { kind, fields } = useLoaderData<ReturnType<typeof newStageLoader>>();
  const last = useActionData<ReturnType<typeof newStageAction>>();
  return <StageDrawer kind={kind} title="New stage" button="Add the stage" given={{}} fields={fields} last={last} />;
}

/** A stage that is there. */
export function ChangeStageDrawer() {
  const { kind, stage, fields } = useLoaderData<ReturnType<typeof stageLoader>>();
  const last = useActionData<ReturnType<typeof stageAction>>();
  const { name, category, probability, rot_days, required_fields } = stage;
  return (
    <StageDrawer
      key={stage.id}
      kind={kind}
      title={name}
      button="Save the stage"
      given={{ name, category, probability: String(probability), rot_days: rot_days === null ? "" : String(rot_days) }}
      required={required_fields}
      fields={fields}
      last={last}
    />
  );
}
