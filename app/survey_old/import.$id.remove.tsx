// /survey_old/import/:id/remove - the last step before an import is taken out with all that it added
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { parseRunId } from "../kit/survey-runs/run.server";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/survey_old/import/:id/remove";

export const meta = titled("Remove an import");

export const loader = page(path, async ({ api, params }) => ({
  file: expectStatus(await api.survey.oldImport({ params: { id: parseRunId(params.id) } }), 200),
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.survey.removeOldImport({ params: { id: parseRunId(params.id) } }),
  ({ message }) => ({ to: href("/survey_old/import"), message, title: "Removed" }),
);

export default function RemoveOldImport() {
  const { file } = useLoaderData<typeof loader>();
  const { id, file_name, state, added, row_count } = file;
  const done = state === "done";
  return (
    <DeleteConfirm
      title={done ? `Remove ${file_name}?` : `Discard ${file_name}?`}
      text={
        done
          ? "All that it added goes, except what a later import uses. The file can be imported again."
          : "Nothing of it was added yet. The file can be sent again."
      }
      facts={
        done
          ? [
              { label: "People of runs", value: commas(added.people ?? 0) },
              { label: "Answers", value: commas(added.answers ?? 0) },
              { label: "Messages", value: commas(added.messages ?? 0) },
            ]
          : [{ label: "Rows", value: commas(row_count) }]
      }
      submitLabel={done ? "Remove the import" : "Discard the file"}
      back={{ label: file_name, to: href("/survey_old/import/:id", { id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
