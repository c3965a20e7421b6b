// /chat/channels/webchat/faqs/delete - the last step before a question (?faq=) or a category (?category=) goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { unsaved } from "./channels/webchat.server";
import { parseId } from "./settings/faq-place";

const path = "/chat/channels/webchat/faqs/delete";

export const meta = titled("Delete");

export const loader = page(path, async ({ api, url }) => {
  const categories = expectStatus(await api.webchat.faqCategories({}), 200).data;
  const category = categories.find(({ id }) => id === parseId(url, "category"));
  const faq = categories.flatMap(({ faqs }) => faqs).find(({ id }) => id === parseId(url, "faq"));
  if (!category && !faq) throw new Response("There is no such question.", { status: 404 });
  return { category: category && { name: category.name, questions: category.faqs.length }, faq };
});

export const action = deleteAction(
  path,
  ({ api, url }) => {
    const category = parseId(url, "category");
    if (category !== undefined) return api.webchat.deleteFaqCategory({ params: { id: category } });
    return api.webchat.deleteFaq({ params: { id: parseId(url, "faq") ?? 0 } });
  },
  ({ message }) => ({ to: href("/chat/channels/webchat/faqs"), message }),
  unsaved,
);

export default function DeleteFaq() {
  const { category, faq } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={category ? `Delete ${category.name}?` : "Delete this question?"}
      text={category ? "Its questions are deleted too. This cannot be undone." : "This cannot be undone."}
      facts={
        category
          ? [{ label: "Questions in it", value: category.questions }]
          : [
              { label: "Question", value: faq?.question ?? "" },
              { label: "Answer", value: faq?.answer ?? "" },
            ]
      }
      submitLabel={category ? "Delete the category" : "Delete the question"}
      back={{ label: "FAQs", to: href("/chat/channels/webchat/faqs") }}
      last={last}
    />
  );
}
