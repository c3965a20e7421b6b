// /crm/quotes/:id/edit - changing a quote; one that was sent gets a new version
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { QuoteFields, quoteBody } from "./quotes/quote.server";
import { QuoteForm } from "./quotes/quote-form";
import { atPlaces, linePlaces, lineProblem } from "./sales/lines";

const path = "/crm/quotes/:id/edit";
const spareLines = 2;

export const meta = titledBy<typeof loader>(({ data }) => `Change quote ${data?.quote.number ?? ""}`);

export const loader = page(path, async ({ api, params }) => {
  const [quote, products] = await Promise.all([
    api.crm.quote({ params: { id: Number(params.id) || 0 } }),
    api.crm.crmProducts({}),
  ]);
  return {
    quote: expectStatus(quote, 200),
    products: products.status === 200 ? products.body.data : [],
  };
});

export const action = act(path, QuoteFields, async ({ api, params, value, refuse, stay, from }) => {
  if (value.intent === "more") return stay({ more: true });
  const id = Number(params.id) || 0;
  const products = await api.crm.crmProducts({});
  const { body, places, errors } = quoteBody(value, products.status === 200 ? products.body.data : []);
  if (Object.keys(errors).length > 0) return refuse({ ...lineProblem, errors });
  const answer = await api.crm.updateQuote({ params: { id }, body: { revision: value.revision, ...body } });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atPlaces(answer.body.errors, places) });
  const { number, version } = answer.body;
  const words = version > 1 ? `Version ${version} of quote ${number} is a draft now.` : `Quote ${number} was saved.`;
  return done(from, href("/crm/quotes/:id", { id }), words);
});

export default function EditQuote() {
  const { quote, products } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { document } = quote;
  const lines = document.lines.flatMap(({ product_id, name, quantity, price_cents, vat }, place) => [
    [`lines[${place}].product_id`, products.some(({ id }) => id === product_id) ? String(product_id) : ""],
    [`lines[${place}].name`, name],
    [`lines[${place}].quantity`, String(quantity)],
    [`lines[${place}].price`, String(price_cents / 100)],
    [`lines[${place}].vat`, vat],
  ]);
  const { currency, vat_mode, valid_until, terms } = document;
  const back = href("/crm/quotes/:id", { id: quote.id });
  return (
    <>
      <PageHeader
        title={`Change quote ${quote.number}`}
        back={{ label: `Quote ${quote.number}`, to: back }}
        text={
          quote.state === "draft"
            ? undefined
            : "It was sent. What you save is a new version: the customer can't answer the old one any more."
        }
      />
      <QuoteForm
        last={last}
        hidden={{ revision: quote.revision }}
        usual={{ currency, vat_mode, valid_until, terms, ...Object.fromEntries(lines) }}
        places={linePlaces(last, document.lines.length + spareLines)}
        products={products}
        save="Save the quote"
        back={back}
      />
    </>
  );
}
