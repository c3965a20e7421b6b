import { Form } from "@remix-run/react";
import type { PointKind } from "../../../rules/contact-points";
import type { ContactConsent } from "../../../services/crm/contract.consents";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";

type ConsentProps = {
  kind: PointKind;
  /** As it is shown. */
  shown: string;
  consent: ContactConsent;
  mayStop: boolean;
  zone: string;
};

const stopped: Record<PointKind, string> = { phone: "No SMS or WhatsApp broadcasts", email: "No emails" };
const stops: Record<PointKind, string> = { phone: "Stop SMS and WhatsApp broadcasts", email: "Stop emails" };

/** Whether a number or an address is written to, what was last said about it, and a button that ends it. */
export function ConsentLine({ kind, shown, consent, mayStop, zone }: ConsentProps) {
  const { contact, opted_out, last, whatsapp_marketing: marketing } = consent;
  if (opted_out === null)
    return (
      <p className="text-sm text-quiet">
        Whether messages are allowed could not be checked. Reload the page to try again.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {opted_out ? (
        <Status kind="warn">{stopped[kind]}</Status>
      ) : (
        <Status kind="good">{last?.change === "in" ? "Agreed to messages" : "May be messaged"}</Status>
      )}
      {last && (opted_out || last.change === "in") && (
        <span className="text-quiet wrap-anywhere">
          {[last.source, last.by].filter(Boolean).join(", ")}, <DateTime at={last.at} zone={zone} />
        </span>
      )}
      {!opted_out && <MarketingLine marketing={marketing} zone={zone} />}
      {mayStop &&
        (opted_out ? (
          <Link
            className="link inline-block min-h-6"
            to={href(kind === "phone" ? "/contacts/blacklist" : "/email/suppressions", undefined, { q: contact })}
          >
            Change<span className="sr-only"> what {shown} gets</span>
          </Link>
        ) : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="contact" value={contact} />
            <Button name="intent" value="stop" aria-label={`${stops[kind]} to ${shown}`}>
              {stops[kind]}
            </Button>
          </Form>
        ))}
    </div>
  );
}

/** Marketing on WhatsApp is refused there, while every other message may be sent. */
function MarketingLine({ marketing, zone }: { marketing: ContactConsent["whatsapp_marketing"]; zone: string }) {
  if (!marketing || marketing.opted_out === false) return null;
  if (marketing.opted_out === null)
    return <span className="text-quiet">Marketing on WhatsApp could not be checked.</span>;
  return (
    <>
      <Status kind="warn">No marketing on WhatsApp</Status>
      <span className="text-quiet wrap-anywhere">
        {marketing.source}
        {marketing.at && (
          <>
            , <DateTime at={marketing.at} zone={zone} />
          </>
        )}
      </span>
    </>
  );
}
