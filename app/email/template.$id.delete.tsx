// /email/template/:id/delete - the last step before a template goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { templateAt, templateId } from "./templates/template.server";

const path = "/email/template/:id/delete";

export const meta = titled("Delete a template");

export const loader = page(path, async ({ api, params }) => {
  const { id, name, subject, blocks } = await templateAt(api, params);
  return { id, name, subject, blocks: blocks.length };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.email.deleteTemplate({ params: { id: templateId(params.id) } }),
  () => ({ to: href("/email/template"), message: "Template deleted" }),
);

export default function DeleteEmailTemplate() {
  const { id, name, subject, blocks } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="A deleted template cannot be restored. Emails that were made from it stay as they are."
      facts={[
        { label: "Subject", value: subject || "None" },
        { label: "Blocks", value: String(blocks) },
      ]}
      submitLabel="Delete the template"
      back={{ label: name, to: href("/email/template/:id", { id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
