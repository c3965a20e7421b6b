// /crm/sales/new - recording a sale: the customer, and its lines (?deal=, ?contact=; without them ?q= looks for one)
import { randomUUID } from "node:crypto";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { currencies } from "../../rules/crm";
import { clockIn } from "../../rules/local-time";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DateField } from "../kit/ui/date-field";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, page } from "../shell/page.server";
import { amount } from "./record/record-form";
import { CustomerChoice, ToCustomer } from "./sales/customer-choice";
import { fetchCustomer } from "./sales/customer-choice.server";
import { asMethod } from "./sales/labels";
import { atPlaces, filledLines, linePlaces, lineProblem, maxPlaces } from "./sales/lines";
import { PaymentFields } from "./sales/payment-fields";

const path = "/crm/sales/new";

export const meta = titled("New sale");

/** Lines at first. */
const linesAtFirst = 4;

export const loader = page(path, async (given) => {
  const [products, customer] = await Promise.all([given.api.crm.crmProducts({}), fetchCustomer(given)]);
  return {
    key: randomUUID(),
    products: products.status === 200 ? products.body.data : [],
    today: clockIn(given.viewer.time_zone, new Date()).date,
    ...customer,
  };
});

const Line = z.object({ product_id: typedId, name: typedText, quantity: typedText, price: amount });
const SaleFields = z.object({
  /** "more": the same form with more lines. */
  intent: z.enum(["save", "more"]).default("save"),
  key: typedText,
  deal_id: typedId,
  contact_id: typedId,
  currency: z.enum(currencies).default("KES"),
  sold_on: typedText,
  ...{ payment: typedText, due_on: typedText, method: typedText, reference: typedText },
  lines: z.array(Line).max(maxPlaces).default([]),
});

export const action = act(path, SaleFields, async ({ api, value, refuse, stay, from }) => {
  const { intent, deal_id, contact_id, lines, payment, due_on, method, reference, ...sale } = value;
  if (intent === "more") return stay({ more: true });
  // Which one it is decides what of the fields counts.
  const paid = { payment: payment === "paid" ? { method: asMethod(method), reference } : null };
  const due = { due_on: payment === "due" ? due_on : null };
  const products = await api.crm.crmProducts({});
  const listed = products.status === 200 ? products.body.data : [];
  const { filled, errors } = filledLines(lines, listed, sale.currency);
  if (Object.keys(errors).length > 0) return refuse({ ...lineProblem, errors });
  const answer = await api.crm.createSale({
    body: {
      ...sale,
      ...paid,
      ...due,
      deal_id: deal_id || null,
      contact_id: contact_id || null,
      lines: filled.map(({ line }) => line),
    },
  });
  if (answer.status === 201) return done(from, href("/crm/sales"), "Sale recorded");
  const placed = atPlaces(
    answer.body.errors,
    filled.map(({ place }) => place),
  );
  const named = Object.entries(placed).map(([name, words]) => [name.replace(/^payment\./, ""), words] as const);
  return refuse({ ...answer.body, errors: Object.fromEntries(named) });
});

export default function NewSale() {
  const { choice, key, products, deal, contact, today } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const held = (name: string, usual = "") => typedValue(last, name) ?? usual;
  const value = deal?.value_cents ?? null;
  const back = href("/crm/sales");
  if (choice)
    return (
      <>
        <PageHeader title="New sale" back={{ label: "Sales", to: back }} />
        <PostResult last={last} idOf={(name) => name} />
        <CustomerChoice choice={choice} to={(id) => href(path, undefined, { contact: id })} />
      </>
    );
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="New sale"
        back={{ label: "Sales", to: back }}
        text={
          deal
            ? `Of the deal ${deal.name}${contact ? `, to ${contact.name}` : ""}.`
            : contact && <ToCustomer name={contact.name} other={href(path)} />
        }
      />
      <Form method="post" className="grid max-w-[900px] grid-cols-1 gap-4">
        <UnsavedForm refused={last} />
        <input type="hidden" name="key" value={held("key", key)} />
        {deal && <input type="hidden" name="deal_id" value={deal.id} />}
        {contact && <input type="hidden" name="contact_id" value={contact.id} />}
        <Card padded label="Sale" className="grid gap-4 sm:grid-cols-3">
          <DateField
            id="sold_on"
            name="sold_on"
            label="Sold on"
            defaultValue={held("sold_on", today)}
            errors={errors.sold_on ?? []}
          />
          <Select
            id="currency"
            name="currency"
            label="Currency"
            choices={currencies.map((one) => ({ value: one, label: one }))}
            defaultValue={held("currency", deal?.currency ?? "KES")}
            errors={errors.currency ?? []}
          />
        </Card>
        <Card label="Lines">
          <ul className="divide-y divide-line">
            {linePlaces(last, linesAtFirst).map((place, at) => {
              const name = (field: string) => `${place}.${field}`;
              const usual = at === 0 && deal ? deal.name : "";
              const price = at === 0 && value !== null ? (value / 100).toLocaleString("en-KE") : "";
              return (
                <li key={place} className="grid gap-3 p-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_90px_130px]">
                  <Select
                    id={name("product_id")}
                    name={name("product_id")}
                    label="Product"
                    empty="None"
                    choices={products.map(({ id, name: label }) => ({ value: String(id), label }))}
                    defaultValue={held(name("product_id"))}
                    errors={errors[name("product_id")] ?? []}
                  />
                  <TextInput
                    id={name("name")}
                    name={name("name")}
                    label="What was sold"
                    defaultValue={held(name("name"), usual)}
                    errors={errors[name("name")] ?? []}
                    autoComplete="off"
                    maxLength={200}
                  />
                  <TextInput
                    id={name("quantity")}
                    name={name("quantity")}
                    label="Quantity"
                    inputMode="numeric"
                    defaultValue={held(name("quantity"), "1")}
                    errors={errors[name("quantity")] ?? []}
                  />
                  <TextInput
                    id={name("price")}
                    name={name("price")}
                    label="Price of one"
                    inputMode="decimal"
                    defaultValue={held(name("price"), price)}
                    errors={errors[name("price")] ?? []}
                  />
                </li>
              );
            })}
          </ul>
          <p className="border-t border-line p-4 text-sm text-quiet">
            A product without a price in its line is sold at the price in{" "}
            <a className="link" href={href("/crm/settings/products")}>
              Products
            </a>
            . Empty lines are left out.
          </p>
        </Card>
        <PaymentFields last={last} />
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save" variant="primary" size="lg" working={working}>
            Record the sale
          </Button>
          <Button name="intent" value="more" size="lg">
            More lines
          </Button>
          <LinkButton to={back} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
