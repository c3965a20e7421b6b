import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped } from "../../kit/refused-post";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import type { newRequestAction, newRequestLoader } from "./new-request.server";
import { recordHref } from "./places";

const blank = { product_id: "", name: "", quantity: "1", note: "", due_on: "", user_id: "" };

/** A request for a product or a service: someone gets it as a task. */
export function NewRequestDrawer() {
  const { record, manager, people, products } = useLoaderData<ReturnType<typeof newRequestLoader>>();
  const last = useActionData<ReturnType<typeof newRequestAction>>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, blank);
  const errors = fieldErrors(last);
  const close = recordHref(record);
  return (
    <Drawer
      title="New request"
      close={close}
      foot={<FormFoot submitLabel="Add the request" close={close} form="request" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `request-${name}`} />
      <p className="mb-5">
        A product or a service for <b className="font-medium wrap-anywhere">{record.name}</b>
      </p>
      <Form method="post" id="request" className="grid gap-5">
        {products.length > 0 && (
          <Select
            id="request-product_id"
            name="product_id"
            label="Product"
            empty="None of these"
            defaultValue={typed.product_id}
            choices={products}
            errors={errors.product_id ?? []}
          />
        )}
        <TextInput
          id="request-name"
          name="name"
          label={products.length > 0 ? "Or in words" : "What is asked for"}
          help="A product or a service, such as a visit or a repair."
          maxLength={150}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <TextInput
          id="request-quantity"
          name="quantity"
          label="Quantity"
          inputMode="numeric"
          className="num"
          defaultValue={typed.quantity}
          errors={errors.quantity ?? []}
        />
        <TextArea
          id="request-note"
          name="note"
          label="Note"
          optional
          rows={4}
          maxLength={1800}
          defaultValue={typed.note}
          errors={errors.note ?? []}
        />
        <TextInput
          id="request-due_on"
          name="due_on"
          label="Answer by"
          type="date"
          optional
          help="Without a day it is due tomorrow."
          defaultValue={typed.due_on}
          errors={errors.due_on ?? []}
        />
        <Select
          id="request-user_id"
          name="user_id"
          label="Who answers it"
          empty={manager ? `The sales manager, ${manager}` : "Me"}
          defaultValue={typed.user_id}
          choices={people}
          errors={errors.user_id ?? []}
        />
      </Form>
    </Drawer>
  );
}
