import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button";

type CopyButtonProps = {
  text: string;
  /** What is copied, for a button that shows its icon alone. */
  label?: string;
};

/** Copies a text; there is none without script, as the text can be selected. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const scripted = useHydrated();
  const [copied, setCopied] = useState(false);
  if (!scripted) return null;
  const icon = copied ? Check : Copy;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  if (label === undefined)
    return (
      <Button type="button" icon={icon} onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </Button>
    );
  return (
    <Button type="button" variant="ghost" icon={icon} label={copied ? "Copied" : `Copy ${label}`} onClick={copy} />
  );
}
