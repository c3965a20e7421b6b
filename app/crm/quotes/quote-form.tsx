import { Form, useNavigation } from "@remix-run/react";
import { currencies } from "../../../rules/crm";
import { vatKinds, vatModeNames, vatModes, vatNames } from "../../../rules/quotes";
import type { CrmProduct } from "../../../services/crm/contract.sales";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";

type QuoteFormProps = {
  last: LastPost;
  /** Hidden fields that go with it. */
  hidden: Record<string, string | number>;
  /** What the fields begin with, by their names. */
  usual: Record<string, string>;
  /** The lines that are shown, by how the names of their fields begin. */
  places: readonly string[];
  products: readonly CrmProduct[];
  /** The label of its button, and where one goes without saving. */
  save: string;
  back: string;
};

/** The form of a quote: its lines, how VAT is counted, until when it is valid, and the terms. */
export function QuoteForm({ last, hidden, usual, places, products, save, back }: QuoteFormProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const field = (name: string) => ({
    ...{ id: name, name, defaultValue: typedValue(last, name) ?? usual[name] ?? "", errors: errors[name] ?? [] },
  });
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <Form method="post" className="grid max-w-[960px] grid-cols-1 gap-4">
        <UnsavedForm refused={last} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={typedValue(last, name) ?? value} />
        ))}
        <Card padded label="Quote" className="grid gap-4 sm:grid-cols-3">
          <DateField {...field("valid_until")} label="Valid until" quick="future" />
          <Select
            {...field("currency")}
            label="Currency"
            choices={currencies.map((one) => ({ value: one, label: one }))}
          />
          <Select
            {...field("vat_mode")}
            label="VAT"
            choices={vatModes.map((mode) => ({ value: mode, label: vatModeNames[mode] }))}
          />
        </Card>
        <Card label="Lines">
          <ul className="divide-y divide-line">
            {places.map((place) => (
              <li key={place} className="grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_90px_130px_150px]">
                <Select
                  {...field(`${place}.product_id`)}
                  label="Product"
                  empty="None"
                  choices={products.map(({ id, name: label }) => ({ value: String(id), label }))}
                />
                <TextInput {...field(`${place}.name`)} label="What is offered" autoComplete="off" maxLength={200} />
                <TextInput {...field(`${place}.quantity`)} label="Quantity" inputMode="numeric" />
                <TextInput {...field(`${place}.price`)} label="Price of one" inputMode="decimal" />
                <Select
                  {...field(`${place}.vat`)}
                  label="VAT of the line"
                  choices={vatKinds.map((kind) => ({ value: kind, label: vatNames[kind] }))}
                />
              </li>
            ))}
          </ul>
          <p className="border-t border-line p-4 text-sm text-quiet">
            A product without a price in its line is offered at its own price. Empty lines are left out.
          </p>
        </Card>
        <Card padded label="Terms">
          <TextArea
            {...field("terms")}
            label="Terms"
            optional
            help="Such as when it is delivered and when it is paid."
            rows={4}
            maxLength={4_000}
          />
        </Card>
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save" variant="primary" size="lg" working={working}>
            {save}
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
