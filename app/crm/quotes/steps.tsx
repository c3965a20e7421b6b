import { Form, useNavigation } from "@remix-run/react";
import { sayDay } from "../../../rules/calendar";
import { formatMoney } from "../../../rules/crm-money";
import { quoteMessage } from "../../../rules/quotes";
import type { Quote } from "../../../services/crm/contract.quotes";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { DateField } from "../../kit/ui/date-field";
import { TextArea, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { Snippet } from "../../kit/ui/snippet";

type QuoteStepsProps = {
  quote: Omit<Quote, "token">;
  /** The customer's page; null where the quote was never sent. */
  link: string | null;
  /** Whether its PDF can be sent on WhatsApp now; null where the person may not, or it is answered. */
  whatsapp: { phone: string; until: string | null; fault: string } | null;
  zone: string;
  postKey: string;
  today: string;
  maySell: boolean;
  last: LastPost;
};

/** What can be done with a quote where it stands: send it, pass its link on, record its sale. */
export function QuoteSteps(given: QuoteStepsProps) {
  const { quote, link } = given;
  const open = quote.state === "draft" || quote.state === "sent";
  return (
    <div className="grid min-w-0 gap-4">
      {quote.state === "accepted" && <SaleCard {...given} />}
      {open && <SendCard {...given} />}
      {open && <WhatsappCard {...given} />}
      {link && quote.state === "sent" && <LinkCard quote={quote} link={link} />}
      <ValueCard quote={quote} />
    </div>
  );
}

function SendCard({ quote, postKey, last }: QuoteStepsProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const sent = quote.state === "sent";
  return (
    <Card label="Send">
      <CardHead title={sent ? "Send it again" : "Send"} />
      <Form method="post" className="grid gap-4 p-4" key={quote.revision}>
        <input type="hidden" name="key" value={postKey} />
        <input type="hidden" name="revision" value={quote.revision} />
        <TextInput
          id="email"
          name="email"
          type="email"
          label="Email address"
          optional
          help={sent ? undefined : "Without one you pass the link on yourself, such as by WhatsApp."}
          defaultValue={typedValue(last, "email") ?? quote.document.buyer.email}
          errors={errors.email ?? []}
          autoComplete="off"
        />
        <TextArea
          id="message"
          name="message"
          label="Message"
          optional
          rows={3}
          maxLength={2_000}
          defaultValue={typedValue(last, "message") ?? ""}
          errors={errors.message ?? []}
        />
        <div>
          <Button name="intent" value="send" variant={sent ? "secondary" : "primary"} working={working}>
            {sent ? "Send again" : "Send the quote"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The PDF as a message of the conversation with the customer, while anything may be written there. */
function WhatsappCard({ quote, whatsapp, zone, postKey, last }: QuoteStepsProps) {
  const working = useNavigation().state === "submitting";
  if (!whatsapp) return null;
  const { phone, until, fault } = whatsapp;
  return (
    <Card label="WhatsApp">
      <CardHead title="Send on WhatsApp" />
      {fault ? (
        <p className="p-4 text-sm text-quiet">
          {fault}{" "}
          {quote.state === "draft"
            ? "Send the quote, with or without an email address, and pass its link on."
            : "Pass the link on instead."}
        </p>
      ) : (
        <Form method="post" className="grid gap-4 p-4" key={quote.revision}>
          <input type="hidden" name="key" value={typedValue(last, "key") ?? postKey} />
          <input type="hidden" name="revision" value={quote.revision} />
          <p className="text-sm text-quiet">
            The PDF goes into the conversation with {phone}.
            {until && (
              <>
                {" "}
                That is possible until <DateTime at={until} zone={zone} />.
              </>
            )}
          </p>
          <TextArea
            id="caption"
            name="caption"
            label="Message with the PDF"
            optional
            rows={3}
            maxLength={600}
            defaultValue={typedValue(last, "caption") ?? ""}
            errors={fieldErrors(last).caption ?? []}
          />
          <div>
            <Button name="intent" value="whatsapp" working={working}>
              Send the PDF
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}

function LinkCard({ quote: { document }, link }: { quote: Omit<Quote, "token">; link: string }) {
  const text = quoteMessage(
    {
      number: document.number,
      seller: document.seller.name,
      total: formatMoney(document.total_cents, document.currency),
      until: sayDay(document.valid_until, "short"),
    },
    link,
  );
  const to = document.buyer.phone.replace(/\D/g, "");
  return (
    <Card padded label="Link" className="grid gap-4">
      <Snippet id="link" label="The customer's page" text={link} rows={3} />
      <Snippet id="words" label="For WhatsApp or SMS" text={text} rows={5} />
      <a
        className="link"
        href={`https://wa.me/${to}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
      >
        Open in WhatsApp
      </a>
    </Card>
  );
}

function SaleCard({ quote, today, maySell, last }: QuoteStepsProps) {
  const working = useNavigation().state === "submitting";
  if (quote.sale_id !== null)
    return (
      <Card padded label="Sale">
        <p>
          The sale was recorded.{" "}
          {maySell && (
            <Link className="link" to={href("/crm/sales/:id", { id: quote.sale_id })}>
              The sale and its payments
            </Link>
          )}
        </p>
      </Card>
    );
  if (!maySell) return null;
  return (
    <Card label="Sale">
      <CardHead title="Record the sale" />
      <Form method="post" className="grid gap-4 p-4">
        <DateField
          id="sold_on"
          name="sold_on"
          label="Sold on"
          defaultValue={typedValue(last, "sold_on") ?? today}
          errors={fieldErrors(last).sold_on ?? []}
        />
        <DateField
          id="due_on"
          name="due_on"
          label="To be paid by"
          optional
          quick="future"
          defaultValue={typedValue(last, "due_on") ?? ""}
          errors={fieldErrors(last).due_on ?? []}
        />
        <div>
          <Button name="intent" value="sell" variant="primary" working={working}>
            Record the sale
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function ValueCard({ quote: { deal, document } }: Pick<QuoteStepsProps, "quote">) {
  if (!deal) return null;
  return (
    <Card padded label="Value of the deal">
      <Form method="post" className="grid gap-3">
        <p className="text-sm text-quiet wrap-anywhere">
          {formatMoney(document.total_cents, document.currency)} can be the value of the deal {deal.name}.
        </p>
        <div>
          <Button name="intent" value="value">
            Use as the deal's value
          </Button>
        </div>
      </Form>
    </Card>
  );
}
