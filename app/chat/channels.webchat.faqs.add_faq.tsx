// /chat/channels/webchat/faqs/add_faq - a new question with its answer, or with ?id= one that is changed (drawer)
import { getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { Checkbox } from "../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { FaqForm } from "./channels/webchat-form";
import { PlaceField, parseId } from "./settings/faq-place";

const path = "/chat/channels/webchat/faqs/add_faq";

export const loader = page(path, async ({ api, url }) => {
  const id = parseId(url);
  const categories = expectStatus(await api.webchat.faqCategories({}), 200).data;
  const faq = categories.flatMap(({ faqs }) => faqs).find((one) => one.id === id);
  if (id !== undefined && !faq) throw new Response("There is no such question.", { status: 404 });
  const choices = categories.map((one) => ({ value: String(one.id), label: one.name }));
  return { faq, choices, category: url.searchParams.get("category") ?? "" };
});

export const action = act(path, FaqForm, async ({ api, url, value, refuse, from }) => {
  const id = parseId(url);
  const answer =
    id === undefined
      ? await api.webchat.createFaq({ body: value })
      : await api.webchat.updateFaq({ params: { id }, body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function AddFaq() {
  const { faq, choices, category } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = href("/chat/channels/webchat/faqs");
  const [form, field] = useForm({
    id: "faq",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: FaqForm }),
    defaultValue: {
      faq_category_id: String(faq?.faq_category_id ?? (category || (choices[0]?.value ?? ""))),
      question: faq?.question ?? "",
      answer: faq?.answer ?? "",
      language: faq?.language ?? "en",
      rank: String(faq?.rank ?? 0),
    },
  });
  const published = last?.reply ? field.published.initialValue === "on" : (faq?.published ?? true);
  return (
    <FormDrawer
      title={faq ? "Change the question" : "Add FAQ"}
      close={close}
      submitLabel={faq ? "Save" : "Add FAQ"}
      form={form}
      last={last}
    >
      <Select
        label="Category"
        {...getSelectProps(field.faq_category_id)}
        key={field.faq_category_id.key}
        errors={field.faq_category_id.errors}
        choices={choices}
      />
      <TextInput
        label="Question"
        {...getInputProps(field.question, { type: "text" })}
        key={field.question.key}
        errors={field.question.errors}
      />
      <TextArea
        label="Answer"
        {...getTextareaProps(field.answer)}
        key={field.answer.key}
        errors={field.answer.errors}
        rows={8}
        help="Plain text; web addresses become links."
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label="Language"
          {...getSelectProps(field.language)}
          key={field.language.key}
          errors={field.language.errors}
          choices={[
            { value: "en", label: "English" },
            { value: "sw", label: "Swahili" },
          ]}
        />
        <PlaceField rank={field.rank} />
      </div>
      <Checkbox label="Published" help="Visitors find it." name="published" defaultChecked={published} />
    </FormDrawer>
  );
}
