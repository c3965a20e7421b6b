// /chat/channels/webchat/faqs/add_category - a new category of FAQs, or with ?id= one that is renamed (drawer)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { CategoryForm } from "./channels/webchat-form";
import { PlaceField, parseId } from "./settings/faq-place";

const path = "/chat/channels/webchat/faqs/add_category";

export const loader = page(path, async ({ api, url }) => {
  const id = parseId(url);
  if (id === undefined) return { category: undefined };
  const category = expectStatus(await api.webchat.faqCategories({}), 200).data.find((one) => one.id === id);
  if (!category) throw new Response("There is no such category.", { status: 404 });
  return { category };
});

export const action = act(path, CategoryForm, async ({ api, url, value, refuse, from }) => {
  const id = parseId(url);
  const answer =
    id === undefined
      ? await api.webchat.createFaqCategory({ body: value })
      : await api.webchat.updateFaqCategory({ params: { id }, body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function AddCategory() {
  const { category } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = href("/chat/channels/webchat/faqs");
  const [form, field] = useForm({
    id: "faq-category",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: CategoryForm }),
    defaultValue: { name: category?.name ?? "", rank: String(category?.rank ?? 0) },
  });
  return (
    <FormDrawer
      title={category ? "Rename the category" : "Add category"}
      close={close}
      submitLabel={category ? "Save" : "Add category"}
      form={form}
      last={last}
    >
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
      />
      <PlaceField rank={field.rank} />
    </FormDrawer>
  );
}
