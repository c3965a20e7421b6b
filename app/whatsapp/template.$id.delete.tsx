// /whatsapp/template/:id/delete - the last step before a template goes, here and at WhatsApp
import { useActionData, useLoaderData } from "@remix-run/react";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { categoryWords, languageWord } from "./templates/labels";

const path = "/whatsapp/template/:id/delete";

export const meta = titled("Delete a template");

export const loader = page(path, async ({ api, params }) => {
  const asked = id.safeParse(params.id);
  if (!asked.success) throw new Response("There is no such template.", { status: 404 });
  return expectStatus(await api.whatsapp.template({ params: { id: asked.data } }), 200);
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.whatsapp.deleteTemplate({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: href("/whatsapp/template"), message, title: "Deleted" }),
);

export default function DeleteTemplate() {
  const template = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${template.name}?`}
      text="It goes at WhatsApp too. Broadcasts that use it stop, and its name can't be used again for 30 days."
      facts={[
        { label: "Language", value: languageWord(template.language) },
        { label: "Category", value: categoryWords[template.category] },
      ]}
      submitLabel="Delete the template"
      back={{ label: template.name, to: href("/whatsapp/template/:id", { id: template.id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
