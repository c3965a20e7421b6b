// /chat/channels/webchat/faqs/add_faq - a new question with its answer, in the category that ?category= names (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { FaqForm } from "./channels/webchat-form";
import { FaqDrawer } from "./faqs/faq-drawer";
import { loadCategories } from "./faqs/faqs.server";

const path = "/chat/channels/webchat/faqs/add_faq";

export const loader = page(path, async ({ api, url }) => {
  const categories = (await loadCategories(api)).map(({ id, name }) => ({ id, name }));
  const wanted = url.searchParams.get("category");
  const chosen = categories.find(({ id }) => String(id) === wanted) ?? categories[0];
  return { categories, chosen: chosen?.id ?? 0 };
});

export const action = act(path, FaqForm, async ({ api, value, refuse, from }) => {
  const answer = await api.webchat.createFaq({ body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function AddFaq() {
  const { categories, chosen } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <FaqDrawer
      title="Add FAQ"
      submitLabel="Add FAQ"
      categories={categories}
      held={{ faq_category_id: chosen, question: "", answer: "", language: "en", rank: 0, published: true }}
      last={last}
    />
  );
}
