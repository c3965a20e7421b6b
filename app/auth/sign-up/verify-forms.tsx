import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";
import { FormErrors } from "../../kit/ui/form-errors";

type Errors = readonly string[] | undefined;

function StepForm({ intent, general, children }: { intent: string; general: string | undefined; children: ReactNode }) {
  return (
    <Form method="post" noValidate={useHydrated()} className="grid gap-5">
      <FormErrors errors={general ? [{ text: general }] : []} title="Not confirmed yet" />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

/** The mailed code, and a second form for another mail. */
export function CodeForm({
  errors,
  general,
  again,
  left,
}: {
  errors: Errors;
  general: string | undefined;
  again: boolean;
  left: number;
}) {
  const { formData, state } = useNavigation();
  const intent = state === "idle" ? undefined : formData?.get("intent");
  return (
    <>
      {again && (
        <p className="mb-5 rounded border border-line p-3" role="status">
          Another mail is on its way. It replaces the earlier code.
        </p>
      )}
      <StepForm intent="code" general={general}>
        <TextInput
          id="code"
          name="code"
          label="Code"
          errors={errors ?? []}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          required
          className="[&_.input]:text-lg [&_.input]:tracking-[0.3em]"
        />
        <Button variant="primary" size="lg" working={intent === "code"}>
          Confirm
        </Button>
      </StepForm>
      <Form method="post" className="mt-5 text-sm text-quiet">
        <input type="hidden" name="intent" value="again" />
        {left > 0 ? (
          <p>
            No email? Check your spam folder, or after a minute{" "}
            <button className="cursor-pointer font-medium text-brand underline underline-offset-3" type="submit">
              send another
            </button>
            . The code is good for 24 hours.
          </p>
        ) : (
          <p>That was the last email for this sign-up. Check your spam folder, or start again.</p>
        )}
      </Form>
    </>
  );
}

/** For a sign-up at a provider that told no address. */
export function AddressForm({
  errors,
  general,
  typed,
}: {
  errors: Errors;
  general: string | undefined;
  typed: string;
}) {
  const working = useNavigation().state !== "idle";
  return (
    <StepForm intent="email" general={general}>
      <TextInput
        id="email"
        name="email"
        type="email"
        label="Email"
        defaultValue={typed}
        errors={errors ?? []}
        autoComplete="email"
        required
      />
      <Button variant="primary" size="lg" working={working}>
        Send the code
      </Button>
    </StepForm>
  );
}

/** The mailed link: a button, because programs that look into mails open links as well. */
export function LinkForm({
  link,
  needs,
  errors,
  general,
}: {
  link: string;
  needs: "nothing" | "password" | "the other browser";
  errors: Errors;
  general: string | undefined;
}) {
  const working = useNavigation().state !== "idle";
  if (needs === "the other browser")
    return <p>Open this link in the browser where you began, or type the code from the email there.</p>;
  return (
    <StepForm intent="link" general={general}>
      <input type="hidden" name="link" value={link} />
      {needs === "password" && (
        <TextInput
          id="password"
          name="password"
          type="password"
          label="Password"
          help="You began in another browser: enter the password that you chose there."
          errors={errors ?? []}
          autoComplete="current-password"
          required
        />
      )}
      <Button variant="primary" size="lg" working={working}>
        This is my address
      </Button>
    </StepForm>
  );
}
