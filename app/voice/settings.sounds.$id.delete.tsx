// /voice/settings/sounds/:id/delete - the last step before a sound goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";

const path = "/voice/settings/sounds/:id/delete";
const back = href("/voice/settings/sounds");

export const meta = titled("Remove a sound");

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.voice.flowSoundLink({ params: { id: readRecordId(params.id) } }), 200),
);

export const action = deleteAction(
  path,
  ({ api, params }) => api.voice.removeFlowSound({ params: { id: readRecordId(params.id) } }),
  ({ message }) => ({ to: back, message, title: "Removed" }),
);

export default function RemoveSound() {
  const { name, words, usedBy } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Remove ${name}?`}
      text="Its file goes with it."
      facts={[
        { label: "What it says", value: words || "Not written" },
        { label: "Used by", value: usedBy.join(", ") || "None" },
      ]}
      submitLabel="Remove the sound"
      back={{ label: "Sounds", to: back }}
      last={useActionData<typeof action>()}
    />
  );
}
