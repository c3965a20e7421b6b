import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { useWithScript } from "./without-script";

type CopyButtonProps = {
  text: string;
  /** What is copied, for a button that shows its icon alone. */
  label?: string;
};

/** Copies a text; there is none without script, as the text can be selected. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const className = useWithScript();
  const [copied, setCopied] = useState(false);
  const icon = copied ? Check : Copy;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  if (label === undefined)
    return (
      <Button type="button" className={className} icon={icon} onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </Button>
    );
  return (
    <Button
      {...{ type: "button", variant: "ghost", className, icon, onClick: copy }}
      label={copied ? "Copied" : `Copy ${label}`}
    />
  );
}
