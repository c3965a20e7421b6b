import { TabletSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "./ui/button";

/** Into the sandbox, where it runs, and back to this page from there. */
export function sandboxHref(to: string, back: string, more: Record<string, string> = {}): string {
  return `${to}?${new URLSearchParams({ ...more, back })}`;
}

type SandboxLinkProps = { to: string; back: string; more?: Record<string, string>; children: ReactNode };

/** A button into the sandbox: the mailbox or the phone that a step waits for. Shown only where the sandbox runs. */
export function SandboxLink({ to, back, more, children }: SandboxLinkProps) {
  return (
    <p className="mt-4">
      <LinkButton to={sandboxHref(to, back, more)} icon={TabletSmartphone} reloadDocument>
        {children}
      </LinkButton>
    </p>
  );
}
