// /reseller/new - open a child account (drawer)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { showPartPrice } from "../../rules/money";
import { ChildForm } from "../../services/identity/contract.reseller";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { many, PartPrice, typedPrice } from "./child/fields";
import { ProductChoices } from "./child/product-choices";

const path = "/reseller/new";
const Filled = z.object({
  ...ChildForm.shape,
  part_price: PartPrice,
  key: z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(80),
});

export const loader = page(path, async ({ api }) => {
  const { products, part_price } = expectStatus(await api.identity.resellerOffer({}), 200);
  return { products, part_price, key: crypto.randomUUID() };
});

export const action = act(path, Filled, async ({ api, value, refuse, from }) => {
  const answer = await api.identity.createChild({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  const { number, name } = answer.body;
  const words = `${name} was opened with the number ${number}. An invitation is on its way to ${value.owner_email}.`;
  return done(from, href("/reseller/accounts/:id", { id: number }), words);
});

export default function NewChild() {
  const { products, part_price, key } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = `${href("/reseller")}${useLocation().search}`;
  const [form, fields] = useForm({
    id: "new-child",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Filled }),
    defaultValue: { part_price: typedPrice(part_price) },
  });
  const posted = last?.reply.initialValue as { products?: unknown; key?: string } | undefined;
  const ticked = posted ? many(posted.products) : products.filter((name) => name === "SMS");
  return (
    <FormDrawer title="New child account" close={close} submitLabel="Open the account" form={form} last={last}>
      <input type="hidden" name="key" value={posted?.key ?? key} />
      <TextInput
        label="Name of the account"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        help="Such as the customer's company."
        autoComplete="off"
      />
      <TextInput
        label="Owner"
        {...getInputProps(fields.owner_name, { type: "text" })}
        key={fields.owner_name.key}
        errors={fields.owner_name.errors}
        autoComplete="off"
      />
      <TextInput
        label="Owner's email address"
        {...getInputProps(fields.owner_email, { type: "email" })}
        key={fields.owner_email.key}
        errors={fields.owner_email.errors}
        help="An invitation goes there. The link works for three days."
        autoComplete="off"
      />
      <TextInput
        label="Price per SMS part, in KES"
        {...getInputProps(fields.part_price, { type: "text" })}
        key={fields.part_price.key}
        errors={fields.part_price.errors}
        inputMode="decimal"
        help={`You pay ${showPartPrice(part_price)} yourself: that or more.`}
      />
      <ProductChoices products={products} chosen={ticked} errors={fields.products.errors ?? []} />
    </FormDrawer>
  );
}
