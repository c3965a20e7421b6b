// /crm/settings/products - what the account sells
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Package, Trash2 } from "lucide-react";
import { z } from "zod";
import { currencies } from "../../rules/crm";
import { formatMoney } from "../../rules/crm-money";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { amount } from "./record/record-form";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/products";

export const meta = titled("Products");

export const loader = page(path, async ({ api }) => ({
  products: expectStatus(await api.crm.crmProducts({}), 200).data,
}));

const ProductFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), name: typedText, price: amount, currency: z.enum(currencies).default("KES") }),
  z.object({ intent: z.literal("delete"), product: typedId }),
]);

export const action = act(path, ProductFields, async ({ api, value, refuse, from }) => {
  if (value.intent === "delete") {
    const answer = await api.crm.deleteProduct({ params: { id: value.product } });
    return answer.status === 201 ? done(from, href(path), answer.body.message, "Deleted") : refuse(answer.body);
  }
  const { name, price, currency } = value;
  const answer = await api.crm.createProduct({ body: { name, price_cents: price ?? 0, currency } });
  if (answer.status === 201) return done(from, href(path), "Product added");
  const { price_cents, ...others } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...others, ...(price_cents ? { price: price_cents } : {}) } });
});

export default function Products() {
  const { products } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const held = (name: string, usual = "") => typedValue(last, name) ?? usual;
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <SettingsHead
        tab="Products"
        text="What you sell. A sale takes the price from here, unless its line says another."
      />
      <div className="grid max-w-[900px] grid-cols-1 gap-4">
        <Card label="Products">
          {products.length === 0 ? (
            <EmptyState icon={Package} title="No products yet" text="Add the first one below." />
          ) : (
            <ul className="divide-y divide-line">
              {products.map(({ id, name, price_cents, currency }) => (
                <li key={id} className="flex items-center gap-3 px-4 py-2">
                  <p className="min-w-0 flex-1 wrap-anywhere">{name}</p>
                  <span className="num">{formatMoney(price_cents, currency)}</span>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="product" value={id} />
                    <Button variant="ghost" icon={Trash2} name="intent" value="delete" label={`Delete ${name}`} />
                  </Form>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card label="New product">
          <CardHead title="New product" />
          <Form key={products.length} method="post" className="grid gap-4 p-4 sm:grid-cols-[minmax(0,1fr)_140px_112px]">
            <TextInput
              id="name"
              name="name"
              label="Name"
              maxLength={200}
              defaultValue={held("name")}
              errors={errors.name ?? []}
              autoComplete="off"
            />
            <TextInput
              id="price"
              name="price"
              label="Price"
              inputMode="decimal"
              defaultValue={held("price")}
              errors={errors.price ?? []}
            />
            <Select
              id="currency"
              name="currency"
              label="Currency"
              choices={currencies.map((value) => ({ value, label: value }))}
              defaultValue={held("currency", "KES")}
              errors={errors.currency ?? []}
            />
            <div className="sm:col-span-3">
              <Button name="intent" value="add" variant="primary" working={working}>
                Add the product
              </Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}
