import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button";
import { TextArea } from "./field";

type SnippetProps = { id: string; label: string; text: string; help?: string; rows?: number };

/** Text to take along: selected by a click, copied by the button where there is script. */
export function Snippet({ id, label, text, help, rows = 3 }: SnippetProps) {
  const scripted = useHydrated();
  const [copied, setCopied] = useState(false);
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
      {scripted && (
        <div>
          <Button
            type="button"
            icon={copied ? Check : Copy}
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
        </div>
      )}
    </div>
  );
}
