import { CopyButton } from "./copy-button";
import { TextArea } from "./field";

type SnippetProps = { id: string; label: string; text: string; help?: string; rows?: number };

/** Text to take along: selected by a click, copied by the button where there is script. */
export function Snippet({ id, label, text, help, rows = 3 }: SnippetProps) {
  return (
    <div className="grid gap-2">
      <TextArea
        id={id}
        label={label}
        help={help}
        readOnly
        rows={rows}
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="empty:hidden">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
