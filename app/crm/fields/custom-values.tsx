import { type CustomValue, type FieldDefinition, fieldText } from "../../../rules/crm-fields";

/** A value for people; a link opens in a page of its own and learns nothing of this one. */
export function CustomText({ field, value }: { field: FieldDefinition; value: CustomValue | undefined }) {
  const text = fieldText(field, value);
  if (text === "") return "–";
  if (field.type !== "link") return <span className="wrap-anywhere">{text}</span>;
  return (
    <a className="link wrap-anywhere" href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\//, "").replace(/\/$/, "")}
    </a>
  );
}
