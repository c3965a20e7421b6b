// /survey/:uuid/delete - the last step before a survey goes with its responses
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/survey/:uuid/delete";

export const meta = titled("Delete a survey");

export const loader = page(path, async ({ api, params }) => ({
  survey: expectStatus(await api.survey.survey({ params }), 200),
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.survey.deleteSurvey({ params }),
  ({ message }) => ({ to: href("/survey"), message, title: "Deleted" }),
);

export default function DeleteSurvey() {
  const { survey } = useLoaderData<typeof loader>();
  const { uuid, title, questions_count, responses_count, completed_count } = survey;
  return (
    <DeleteConfirm
      title={`Delete ${title}?`}
      text="A deleted survey can't be restored. Its link stops working and its responses are deleted."
      facts={[
        { label: "Questions", value: questions_count.toLocaleString("en-KE") },
        {
          label: "Responses",
          value: `${responses_count.toLocaleString("en-KE")}, ${completed_count.toLocaleString("en-KE")} of them completed`,
        },
      ]}
      submitLabel="Delete the survey"
      back={{ label: title, to: href("/survey/:uuid/settings", { uuid }) }}
      last={useActionData<typeof action>()}
    />
  );
}
