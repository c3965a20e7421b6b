// /chat/channels/webchat/faqs/add_category - a new category of FAQs (drawer)
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { CategoryForm } from "./channels/webchat-form";
import { CategoryDrawer } from "./faqs/category-drawer";

const path = "/chat/channels/webchat/faqs/add_category";

export const loader = page(path, async () => ({}));

export const action = act(path, CategoryForm, async ({ api, value, refuse, from }) => {
  const answer = await api.webchat.createFaqCategory({ body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function AddCategory() {
  const last = useActionData<typeof action>();
  return <CategoryDrawer title="Add category" submitLabel="Add category" held={{ name: "", rank: 0 }} last={last} />;
}
