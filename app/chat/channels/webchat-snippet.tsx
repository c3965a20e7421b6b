import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../../kit/ui/button";
import { TextArea } from "../../kit/ui/field";

/** Text to take along: selected by a click, copied by the button where there is script. */
export function Snippet({ id, label, text, help }: { id: string; label: string; text: string; help?: string }) {
  const scripted = useHydrated();
  const [copied, setCopied] = useState(false);
  return (
    <div className="grid gap-2">
      <TextArea
        id={id}
        label={label}
        help={help}
        readOnly
        rows={3}
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
