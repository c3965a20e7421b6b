import { getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { Category, Faq } from "../../../services/webchat/contract.schemas";
import { href } from "../../href";
import { FormDrawer } from "../../kit/form-drawer";
import type { LastPost } from "../../kit/refused-post";
import { Checkbox } from "../../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FaqForm } from "../channels/webchat-form";
import { PlaceField } from "./place-field";

type FaqDrawerProps = {
  title: string;
  submitLabel: string;
  categories: Pick<Category, "id" | "name">[];
  /** What the fields hold at first. */
  held: Pick<Faq, "faq_category_id" | "question" | "answer" | "language" | "rank" | "published">;
  last: LastPost;
};

/** The form of a question with its answer, for a new one and for one that is changed. */
export function FaqDrawer({ title, submitLabel, categories, held, last }: FaqDrawerProps) {
  const { published: isPublished, ...texts } = held;
  const [form, field] = useForm({
    id: "faq",
    ...(last?.reply ? { lastResult: last.reply } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: FaqForm }),
    defaultValue: { ...texts, faq_category_id: String(texts.faq_category_id), rank: String(texts.rank) },
  });
  const published = last?.reply ? field.published.initialValue === "on" : isPublished;
  return (
    <FormDrawer
      title={title}
      close={href("/chat/channels/webchat/faqs")}
      submitLabel={submitLabel}
      form={form}
      last={last}
    >
      <Select
        label="Category"
        {...getSelectProps(field.faq_category_id)}
        key={field.faq_category_id.key}
        errors={field.faq_category_id.errors}
        choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
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
