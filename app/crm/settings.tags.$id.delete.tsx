// /crm/settings/tags/:id/delete - the last step before a tag is taken off all its records
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { tagCountText } from "./tags/counts";
import { loadTag } from "./tags/tag.server";

const path = "/crm/settings/tags/:id/delete";

export const meta = titled("Delete a tag");

export const loader = page(path, ({ api, params }) => loadTag(api, params.id));

export const action = deleteAction(
  path,
  ({ api, params }) => api.crm.deleteTag({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: href("/crm/settings/tags"), message, title: "Deleted" }),
);

export default function DeleteTag() {
  const { tag } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${tag.name}?`}
      text="The tag is taken off every record. The records stay. This can't be undone."
      facts={[{ label: "It is on", value: tagCountText(tag) }]}
      submitLabel="Delete the tag"
      back={{ label: "Tags", to: href("/crm/settings/tags") }}
      last={useActionData<typeof action>()}
    />
  );
}
