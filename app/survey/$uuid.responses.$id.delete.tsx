// /survey/:uuid/responses/:id/delete - the last step before a response goes, and why it goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { dispositionNames } from "../../rules/survey/sessions";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { DeleteConfirm } from "../kit/delete-confirm";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/survey/:uuid/responses/:id/delete";

export const meta = titled("Delete a response");

export const loader = page(path, async ({ api, params, viewer }) => {
  const { uuid } = params;
  const id = idOf.safeParse(params.id).data ?? 0;
  const response = expectStatus(await api.survey.response({ params: { uuid, id } }), 200);
  return { uuid, response, zone: viewer.time_zone };
});

const Reason = z.object({ reason: typedText });

export const action = act(path, Reason, async ({ api, params, value, refuse, from }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  const gone = await api.survey.deleteResponse({ params: { uuid: params.uuid, id }, query: value });
  if (gone.status !== 201) return refuse(gone.body);
  return done(from, href("/survey/:uuid/responses", { uuid: params.uuid }), gone.body.message, "Deleted");
});

export default function DeleteResponse() {
  const { uuid, response, zone } = useLoaderData<typeof loader>();
  const { id, begun_at, disposition } = response;
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Delete response ${id}?`}
      text="A deleted response can't be restored. It no longer counts in the results and the limits."
      facts={[
        { label: "Begun", value: <DateTime at={begun_at} zone={zone} /> },
        { label: "State", value: dispositionNames[disposition] },
      ]}
      submitLabel="Delete the response"
      back={{ label: `Response ${id}`, to: href("/survey/:uuid/responses/:id", { uuid, id }) }}
      last={last}
    >
      <TextInput
        id="reason"
        name="reason"
        label="Reason"
        help="Kept in the activities of the account."
        maxLength={200}
        defaultValue={typedValue(last, "reason") ?? ""}
        errors={fieldErrors(last).reason ?? []}
        className="basis-full"
        autoComplete="off"
      />
    </DeleteConfirm>
  );
}
