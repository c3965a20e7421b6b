// /voice/settings/uploads/:id/delete - the last step before a list goes into the trash
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";

const path = "/voice/settings/uploads/:id/delete";

export const meta = titled("Delete a list of numbers");

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.voice.targetGroup({ params: { id: readRecordId(params.id) } }), 200),
);

export const action = deleteAction(
  path,
  ({ api, params }) => api.voice.deleteGroup({ params: { id: readRecordId(params.id) } }),
  ({ message }) => ({ to: href("/voice/settings/uploads"), message, title: "Deleted" }),
);

export default function DeleteList() {
  const { id, name, counts } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="Its numbers are not called any more. It stays in the trash, from which it can be restored."
      facts={[
        { label: "Waiting", value: commas(counts.waiting) },
        { label: "Done", value: commas(counts.done) },
      ]}
      submitLabel="Delete the list"
      back={{ label: name, to: href("/voice/settings/uploads/:id", { id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
