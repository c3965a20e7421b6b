import { getTextareaProps } from "@conform-to/react";
import { TextArea } from "../../kit/ui/field";

type WordField = Parameters<typeof getTextareaProps>[0] & { key: string | undefined; errors: string[] | undefined };

/** A text in both languages. */
export function TwoLanguages({ label, field: [en, sw] }: { label: string; field: [WordField, WordField] }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextArea
        label={`${label}, English`}
        {...getTextareaProps(en)}
        key={en.key}
        errors={en.errors}
        rows={2}
        optional
      />
      <TextArea
        label={`${label}, Swahili`}
        {...getTextareaProps(sw)}
        key={sw.key}
        errors={sw.errors}
        rows={2}
        optional
      />
    </div>
  );
}
