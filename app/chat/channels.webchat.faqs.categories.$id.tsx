// /chat/channels/webchat/faqs/categories/:id - a category of FAQs is renamed (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { CategoryForm } from "./channels/webchat-form";
import { CategoryDrawer } from "./faqs/category-drawer";
import { findCategory } from "./faqs/faqs.server";

const path = "/chat/channels/webchat/faqs/categories/:id";

export const loader = page(path, async ({ api, params }) => {
  const { name, rank } = await findCategory(api, params.id);
  return { name, rank };
});

export const action = act(path, CategoryForm, async ({ api, params, value, refuse, from }) => {
  const { id } = await findCategory(api, params.id);
  const answer = await api.webchat.updateFaqCategory({ params: { id }, body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function RenameCategory() {
  const held = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <CategoryDrawer title="Rename the category" submitLabel="Save" held={held} last={last} />;
}
