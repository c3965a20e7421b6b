// /chat/channels/webchat/faqs/:id - a question with its answer is changed (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { FaqForm } from "./channels/webchat-form";
import { FaqDrawer } from "./faqs/faq-drawer";
import { findFaq } from "./faqs/faqs.server";

const path = "/chat/channels/webchat/faqs/:id";

export const loader = page(path, async ({ api, params }) => {
  const { faq, categories } = await findFaq(api, params.id);
  return { faq, categories: categories.map(({ id, name }) => ({ id, name })) };
});

export const action = act(path, FaqForm, async ({ api, params, value, refuse, from }) => {
  const { faq } = await findFaq(api, params.id);
  const answer = await api.webchat.updateFaq({ params: { id: faq.id }, body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function ChangeFaq() {
  const { faq, categories } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <FaqDrawer title="Change the question" submitLabel="Save" categories={categories} held={faq} last={last} />;
}
