import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { kindWords, sayRecords } from "../../../rules/crm";
import { PostResult } from "../../kit/post-result";
import { fieldErrors } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Select } from "../../kit/ui/field";
import { PageHeader } from "../../kit/ui/page-header";
import { stagePlaces } from "./stage-places";
import type { deleteStageAction, deleteStageLoader } from "./stages.server";

/** The last step before a stage goes, and where its records go. */
export function DeleteStagePage() {
  const { kind, stage, stages } = useLoaderData<ReturnType<typeof deleteStageLoader>>();
  const last = useActionData<ReturnType<typeof deleteStageAction>>();
  const { path: back, label } = stagePlaces[kind];
  const [one, many] = kindWords[kind];
  const working = useNavigation().state !== "idle";
  const count = sayRecords(kind, stage.records);
  return (
    <div className="max-w-[560px]">
      <PostResult last={last} />
      <PageHeader
        title={`Delete ${stage.name}?`}
        text={stage.records > 0 ? `It has ${count}. Choose the stage that they go to.` : `No ${one} is in this stage.`}
        back={{ label, to: back }}
      />
      <Form method="post" className="card grid gap-4 p-4">
        {stage.records > 0 && (
          <Select
            id="replace"
            name="replace"
            label={`Its ${many} go to`}
            empty="Choose a stage"
            choices={stages
              .filter(({ id }) => id !== stage.id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            errors={fieldErrors(last).replace ?? []}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" size="lg" icon={Trash2} working={working}>
            Delete the stage
          </Button>
          <LinkButton to={back} size="lg">
            Keep it
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}
