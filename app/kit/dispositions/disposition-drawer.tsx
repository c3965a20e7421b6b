import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PostResult } from "../post-result";
import { fieldErrors, keepTyped, type LastPost } from "../refused-post";
import { Drawer } from "../ui/drawer";
import { TextArea, TextInput } from "../ui/field";
import { FormFoot } from "../ui/form-foot";

type DispositionDrawerProps = {
  isNew: boolean;
  /** The page behind. */
  close: string;
  /** What the fields hold at first; the items one on each line. */
  held: { name: string; items: string };
  last: LastPost;
  /** An example of what the items say. */
  help: string;
  /** More fields. */
  children?: ReactNode;
};

/** The form of a disposition with its items, for a new one and for one that is changed. */
export function DispositionDrawer({ isNew, close, held, last, help, children }: DispositionDrawerProps) {
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  return (
    <Drawer
      title={isNew ? "New disposition" : "Change the disposition"}
      close={close}
      foot={<FormFoot submitLabel="Save the disposition" close={close} form="disposition" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="disposition" method="post" className="grid gap-5">
        <TextInput
          id="name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <TextArea
          id="items"
          name="items"
          label="Items, one on each line"
          optional
          rows={8}
          help={help}
          defaultValue={typed.items}
          errors={errors.items ?? []}
        />
        {children}
      </Form>
    </Drawer>
  );
}
