import { Form, useNavigation } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

export const AccountStatusInput = z.object({
  reason: z
    .string({ error: "Enter the reason." })
    .trim()
    .min(3, "Enter a reason of at least three letters.")
    .max(200, "Use at most 200 characters."),
});

type Last =
  | { reply: { initialValue?: unknown; error?: Record<string, string[] | null> | null | undefined } }
  | undefined;
type AccountStatusFormProps = {
  button: string;
  icon: LucideIcon;
  kind: "danger" | "primary";
  help: string;
  back: string;
  last: Last;
};

/** The reason, and the one button of a step that changes an account's status. */
export function AccountStatusForm({ button, icon, kind, help, back, last }: AccountStatusFormProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const typed = last?.reply.initialValue as { reason?: string } | undefined;
  return (
    <Form method="post" noValidate={scripted} className="mt-4 grid gap-5">
      <TextInput
        id="reason"
        name="reason"
        label="Reason"
        help={help}
        defaultValue={typed?.reason ?? ""}
        errors={last?.reply.error?.reason ?? []}
        maxLength={200}
        autoComplete="off"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button variant={kind} size="lg" icon={icon} working={working}>
          {button}
        </Button>
        <LinkButton to={back} size="lg">
          Not now
        </LinkButton>
      </div>
    </Form>
  );
}
