// /chat/channels/webchat/faqs/categories/:id/delete - the last step before a category goes with its questions
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { unsaved } from "./channels/webchat.server";
import { findCategory } from "./faqs/faqs.server";

const path = "/chat/channels/webchat/faqs/categories/:id/delete";

export const meta = titled("Delete a category");

export const loader = page(path, async ({ api, params }) => {
  const { name, faqs } = await findCategory(api, params.id);
  return { name, questions: faqs.length };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.webchat.deleteFaqCategory({ params: { id: Number(params.id) } }),
  ({ message }) => ({ to: href("/chat/channels/webchat/faqs"), message }),
  unsaved,
);

export default function DeleteCategory() {
  const { name, questions } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="Its questions are deleted too. This cannot be undone."
      facts={[{ label: "Questions in it", value: questions }]}
      submitLabel="Delete the category"
      back={{ label: "FAQs", to: href("/chat/channels/webchat/faqs") }}
      last={last}
    />
  );
}
