import { getTextareaProps } from "@conform-to/react";
import { TextArea } from "../../kit/ui/field";

type WordField = Parameters<typeof getTextareaProps>[0] & { key: string | undefined; errors: string[] | undefined };

/** A text in both languages. */
export function TwoLanguages({ label, field: [en, sw] }: { label: string; field: [WordField, WordField] }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {(
        [
          ["English", en],
          ["Swahili", sw],
        ] as const
      ).map(([language, field]) => (
        <TextArea
          label={`${label}, ${language}`}
          {...getTextareaProps(field)}
          key={field.key}
          errors={field.errors}
          rows={2}
          optional
        />
      ))}
    </div>
  );
}
