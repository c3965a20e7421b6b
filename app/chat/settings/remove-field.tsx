import { fieldKindNames } from "../../../rules/chat-forms";
import type { ChatForm } from "../../../services/chat/contract.forms";
import { href } from "../../href";
import { DeleteConfirm } from "../../kit/delete-confirm";
import type { LastPost } from "../../kit/refused-post";

type RemoveFieldProps = { field: ChatForm["fields"][number]; form: ChatForm["kind"]; last: LastPost };

/** The page that asks before a question goes. */
export function RemoveField({ field, form, last }: RemoveFieldProps) {
  const label = field.label_en || field.label_sw;
  return (
    <DeleteConfirm
      title={`Remove “${label}”?`}
      text="Visitors are no longer asked it. Answers that were given stay with their conversations."
      facts={[
        { label: "Type", value: fieldKindNames[field.kind] },
        ...(field.choices.length > 0 ? [{ label: "Choices", value: field.choices.join(", ") }] : []),
      ]}
      note="To keep it for later, change it and switch it off."
      submitLabel="Remove the question"
      back={{ label: form === "prechat" ? "Before the chat" : "After the chat", to: href(`/chat/settings/${form}`) }}
      last={last}
    />
  );
}
