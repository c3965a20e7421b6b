// /chat/channels/webchat/faqs/:id/delete - the last step before a question goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { unsaved } from "./channels/webchat.server";
import { findFaq } from "./faqs/faqs.server";

const path = "/chat/channels/webchat/faqs/:id/delete";

export const meta = titled("Delete a question");

export const loader = page(path, async ({ api, params }) => {
  const { faq } = await findFaq(api, params.id);
  return { question: faq.question, answer: faq.answer };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.webchat.deleteFaq({ params: { id: Number(params.id) } }),
  ({ message }) => ({ to: href("/chat/channels/webchat/faqs"), message }),
  unsaved,
);

export default function DeleteFaq() {
  const { question, answer } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title="Delete this question?"
      text="This cannot be undone."
      facts={[
        { label: "Question", value: question },
        { label: "Answer", value: answer },
      ]}
      submitLabel="Delete the question"
      back={{ label: "FAQs", to: href("/chat/channels/webchat/faqs") }}
      last={last}
    />
  );
}
