import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { PostResult } from "./post-result";
import type { LastPost } from "./refused-post";
import { Drawer } from "./ui/drawer";
import { FormFoot } from "./ui/form-foot";

type FormDrawerProps<Fields extends Record<string, unknown>> = {
  title: string;
  /** The page behind. */
  close: string;
  /** What the button says it does. */
  submitLabel: string;
  form: FormMetadata<Fields, string[]>;
  /** What the action answered: the errors of its fields in a summary, and the notice where no field says it. */
  last: LastPost;
  /** What stands above the form. */
  lead?: ReactNode;
  /** What stands in the foot behind Cancel. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A drawer with one form in it, as most are; the fields are its children. */
export function FormDrawer<Fields extends Record<string, unknown>>({
  title,
  close,
  submitLabel: does,
  form,
  last,
  lead,
  beside,
  children,
}: FormDrawerProps<Fields>) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  return (
    <Drawer
      title={title}
      close={close}
      foot={
        <FormFoot submitLabel={does} close={close} form={form.id} working={working}>
          {beside}
        </FormFoot>
      }
    >
      <PostResult last={last} idOf={(name) => `${form.id}-${name}`} />
      {lead}
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        {children}
      </Form>
    </Drawer>
  );
}
