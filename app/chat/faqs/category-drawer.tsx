import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { Category } from "../../../services/webchat/contract.schemas";
import { href } from "../../href";
import { FormDrawer } from "../../kit/form-drawer";
import type { LastPost } from "../../kit/refused-post";
import { TextInput } from "../../kit/ui/field";
import { CategoryForm } from "../channels/webchat-form";
import { PlaceField } from "./place-field";

type CategoryDrawerProps = {
  title: string;
  submitLabel: string;
  /** What the fields hold at first. */
  held: Pick<Category, "name" | "rank">;
  last: LastPost;
};

/** The form of a category of FAQs, for a new one and for one that is renamed. */
export function CategoryDrawer({ title, submitLabel, held, last }: CategoryDrawerProps) {
  const [form, field] = useForm({
    id: "faq-category",
    ...(last?.reply ? { lastResult: last.reply } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: CategoryForm }),
    defaultValue: { name: held.name, rank: String(held.rank) },
  });
  return (
    <FormDrawer
      title={title}
      close={href("/chat/channels/webchat/faqs")}
      submitLabel={submitLabel}
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
