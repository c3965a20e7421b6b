// /crm/quotes/new - a quote for a deal or a contact (?deal=, ?contact=; without them ?q= looks for one)
import { randomUUID } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDays, dayIn } from "../../rules/calendar";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { QuoteFields, quoteBody } from "./quotes/quote.server";
import { QuoteForm } from "./quotes/quote-form";
import { CustomerChoice, ToCustomer } from "./sales/customer-choice";
import { fetchCustomer } from "./sales/customer-choice.server";
import { atPlaces, linePlaces, lineProblem } from "./sales/lines";

const path = "/crm/quotes/new";
/** Lines at first; days for which a quote is usually good. */
const linesAtFirst = 4;
const usualDays = 14;

export const meta = titled("New quote");

export const loader = page(path, async (given) => {
  const [products, customer] = await Promise.all([given.api.crm.crmProducts({}), fetchCustomer(given)]);
  return {
    key: randomUUID(),
    products: products.status === 200 ? products.body.data : [],
    until: addDays(dayIn(given.viewer.time_zone, new Date()), usualDays),
    ...customer,
  };
});

export const action = act(path, QuoteFields, async ({ api, value, refuse, stay, from }) => {
  const { intent, key, deal_id, contact_id } = value;
  if (intent === "more") return stay({ more: true });
  const products = await api.crm.crmProducts({});
  const { body, places, errors } = quoteBody(value, products.status === 200 ? products.body.data : []);
  if (Object.keys(errors).length > 0) return refuse({ ...lineProblem, errors });
  const about = { key, deal_id: deal_id || null, contact_id: contact_id || null };
  const answer = await api.crm.createQuote({ body: { ...about, ...body } });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atPlaces(answer.body.errors, places) });
  return done(from, href("/crm/quotes/:id", { id: answer.body.id }), `Quote ${answer.body.number} was made.`);
});

export default function NewQuote() {
  const { choice, key, products, deal, contact, until } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = { label: "Quotes", to: href("/crm/quotes") };
  if (choice)
    return (
      <>
        <PageHeader title="New quote" back={back} />
        <PostResult last={last} idOf={(name) => name} />
        <CustomerChoice choice={choice} to={(id) => href(path, undefined, { contact: id })} />
      </>
    );
  const price = deal && deal.value_cents !== null ? String(deal.value_cents / 100) : "";
  return (
    <>
      <PageHeader
        title="New quote"
        back={back}
        text={deal ? `For the deal ${deal.name}.` : contact && <ToCustomer name={contact.name} other={href(path)} />}
      />
      <QuoteForm
        last={last}
        hidden={{ key, ...(deal ? { deal_id: deal.id } : {}), ...(contact ? { contact_id: contact.id } : {}) }}
        usual={{
          valid_until: until,
          currency: deal?.currency ?? "KES",
          "lines[0].name": deal?.name ?? "",
          "lines[0].price": price,
        }}
        places={linePlaces(last, linesAtFirst)}
        products={products}
        save="Save the quote"
        back={back.to}
      />
    </>
  );
}
