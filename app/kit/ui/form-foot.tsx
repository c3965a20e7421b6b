import type { ComponentProps } from "react";
import { Button, LinkButton } from "./button";

type FormFootProps = ComponentProps<typeof Button> & {
  /** What the button says it does. */
  does: string;
  /** The page behind. */
  close: string;
};

/** The foot of a drawer with a form: the button, tied to the form by `form="…"`, the way out, and whatever else. */
export function FormFoot({ does, close, children, ...button }: FormFootProps) {
  return (
    <>
      <Button kind="main" lg {...button}>
        {does}
      </Button>
      <LinkButton to={close} lg kind="bare" preventScrollReset>
        Cancel
      </LinkButton>
      {children}
    </>
  );
}
