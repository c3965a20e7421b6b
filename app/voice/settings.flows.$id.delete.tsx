// /voice/settings/flows/:id/delete - the last step before a call flow goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";

const path = "/voice/settings/flows/:id/delete";

export const meta = titled("Remove a call flow");

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.voice.callFlow({ params: { id: readRecordId(params.id) } }), 200),
);

export const action = deleteAction(
  path,
  ({ api, params }) => api.voice.removeCallFlow({ params: { id: readRecordId(params.id) } }),
  ({ message }) => ({ to: href("/voice/settings/flows"), message, title: "Removed" }),
);

export default function RemoveFlow() {
  const { id, name, numbers, draft } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Remove ${name}?`}
      text="Its numbers ring the agents as numbers without a call flow do. Its calls and voicemails stay."
      facts={[
        { label: "Steps", value: String(draft.steps.length) },
        { label: "Numbers", value: numbers.map(({ phoneNumber }) => numberWords(phoneNumber)).join(", ") || "None" },
      ]}
      submitLabel="Remove the call flow"
      back={{ label: name, to: href("/voice/settings/flows/:id", { id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
