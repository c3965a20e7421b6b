// /crm/quotes/:id - a quote: what it says, sending it, what the customer answered, and the sale that it becomes
import { randomUUID } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download, Pencil } from "lucide-react";
import { z } from "zod";
import { dayIn } from "../../rules/calendar";
import { formatMoney } from "../../rules/crm-money";
import { quoteStateNames } from "../../rules/quotes";
import type { Quote } from "../../services/crm/contract.quotes";
import { mayOpen } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { QuotePaper } from "../kit/quotes/paper";
import { titledBy } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { quoteStateKinds } from "./quotes/labels";
import { QuoteSteps } from "./quotes/steps";
import { recordHref } from "./record/places";

const path = "/crm/quotes/:id";

export const meta = titledBy<typeof loader>(({ data }) => `Quote ${data?.quote.number ?? ""}`);

export const loader = page(path, async ({ api, params, viewer, url, from }) => {
  const quote = expectStatus(await api.crm.quote({ params: { id: Number(params.id) || 0 } }), 200);
  const { token, ...shown } = quote;
  const link = token && `${from.origin ?? url.origin}${href("/quote/:token", { token })}`;
  const open = quote.state === "draft" || quote.state === "sent";
  // Those who don't answer chats are offered the link alone.
  const asked =
    open && mayOpen(viewer, routeFor("/chat/inbox")) && (await api.crm.quoteOnWhatsapp({ params: { id: quote.id } }));
  const whatsapp = asked && asked.status === 200 ? asked.body : null;
  return {
    whatsapp,
    ...{ quote: shown, link, key: randomUUID(), zone: viewer.time_zone, today: dayIn(viewer.time_zone, new Date()) },
    may: { sale: mayOpen(viewer, routeFor("/crm/sales")), contact: mayOpen(viewer, routeFor("/crm/contacts")) },
  };
});

const StepFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), key: typedText, revision: typedId, email: typedText, message: typedText }),
  z.object({ intent: z.literal("whatsapp"), key: typedText, revision: typedId, caption: typedText }),
  z.object({ intent: z.literal("sell"), sold_on: typedText, due_on: typedText }),
  z.object({ intent: z.literal("value") }),
]);

export const action = act(path, StepFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const here = href(path, { id });
  if (value.intent === "sell") {
    const { sold_on, due_on } = value;
    const sold = await api.crm.sellQuote({ params: { id }, body: { sold_on, due_on: due_on || null } });
    return sold.status === 201 ? done(from, here, "The sale was recorded.") : refuse(sold.body);
  }
  if (value.intent === "value") {
    const taken = await api.crm.takeQuoteValue({ params: { id } });
    return taken.status === 201 ? done(from, here, "The deal has the value of the quote now.") : refuse(taken.body);
  }
  if (value.intent === "whatsapp") {
    const { key, revision, caption } = value;
    const written = await api.crm.sendQuoteOnWhatsapp({ params: { id }, body: { key, revision, message: caption } });
    if (written.status === 201) return done(from, here, "The PDF is on its way to the customer on WhatsApp.", "Quote");
    const { message: caption_errors, ...errors } = written.body.errors ?? {};
    return refuse({ ...written.body, errors: caption_errors ? { ...errors, caption: caption_errors } : errors });
  }
  const { intent: _, ...body } = value;
  const sent = await api.crm.sendQuote({ params: { id }, body });
  if (sent.status !== 201) return refuse(sent.body);
  const words = body.email ? `The link was sent to ${body.email}.` : "The customer can read it at its link now.";
  return done(from, here, words, "Quote");
});

export default function QuotePage() {
  const { quote, link, key, zone, today, may, whatsapp } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, number, state, deal, contact, document } = quote;
  return (
    <>
      <PageHeader
        title={`Quote ${number}`}
        back={{ label: "Quotes", to: href("/crm/quotes") }}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status kind={quoteStateKinds[state]}>{quoteStateNames[state]}</Status>
            <span className="num">{formatMoney(document.total_cents, document.currency)}</span>
            {document.version > 1 && <span>Version {document.version}</span>}
            {deal && (
              <Link className="link wrap-anywhere" to={recordHref({ kind: "deal", id: deal.id })}>
                {deal.name}
              </Link>
            )}
            {contact && may.contact && (
              <Link className="link wrap-anywhere" to={recordHref({ kind: "contact", id: contact.id })}>
                {contact.name}
              </Link>
            )}
          </span>
        }
        actions={
          <>
            <LinkButton to={href("/crm/quotes/:id/file", { id })} icon={Download} reloadDocument>
              PDF
            </LinkButton>
            {state !== "accepted" && (
              <LinkButton to={href("/crm/quotes/:id/edit", { id })} icon={Pencil}>
                Change
              </LinkButton>
            )}
          </>
        }
      />
      <PostResult last={last} idOf={(name) => name} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-4">
          <CustomerAnswer quote={quote} zone={zone} />
          <Card padded label="Quote" className="md:p-5!">
            <QuotePaper document={document} />
          </Card>
          <VersionsCard quote={quote} zone={zone} />
        </div>
        <QuoteSteps {...{ quote, link, whatsapp, zone, today, last }} postKey={key} maySell={may.sale} />
      </div>
    </>
  );
}

type ShownProps = { quote: Omit<Quote, "token">; zone: string };

/** What the customer answered, and why they declined. */
function CustomerAnswer({ quote: { answered_at, answered_by, decline_reason, state }, zone }: ShownProps) {
  if (!answered_at) return null;
  return (
    <Card padded label="The customer's answer">
      <p className="wrap-anywhere">
        {state === "accepted" ? "Accepted" : "Declined"} by {answered_by}, <DateTime at={answered_at} zone={zone} />
        {decline_reason && <>: “{decline_reason}”</>}
      </p>
    </Card>
  );
}

function VersionsCard({ quote: { versions }, zone }: ShownProps) {
  if (versions.length < 2) return null;
  return (
    <Card label="Versions">
      <CardHead title="Versions that were sent" />
      <ul className="divide-y divide-line">
        {versions.map(({ version, sent_at, sent_by, total_cents }) => (
          <li key={version} className="flex flex-wrap gap-x-4 px-4 py-2.5 text-sm">
            <span>Version {version}</span>
            <span className="text-quiet">
              <DateTime at={sent_at} zone={zone} />
              {sent_by && `, ${sent_by}`}
            </span>
            <span className="num ml-auto">
              {(total_cents / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
