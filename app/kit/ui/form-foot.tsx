import type { ComponentProps } from "react";
import { Button, LinkButton } from "./button";

type FormFootProps = ComponentProps<typeof Button> & {
  /** What the button says it does. */
  submitLabel: string;
  /** The page behind. */
  close: string;
};

/** The foot of a drawer with a form: the button, tied to the form by `form="…"`, the way out, and whatever else. */
export function FormFoot({ submitLabel: does, close, children, ...button }: FormFootProps) {
  return (
    <>
      <Button variant="primary" size="lg" {...button}>
        {does}
      </Button>
      <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
        Cancel
      </LinkButton>
      {children}
    </>
  );
}
