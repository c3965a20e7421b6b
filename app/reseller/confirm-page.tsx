import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, Info, Send } from "lucide-react";
import { showDate } from "../../rules/format";
import { showKes } from "../../rules/money";
import { showPhone } from "../../rules/phone";
import type { BlastDetail } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { sayHours } from "../kit/blast-labels";
import { abroadWords, eachPart } from "../kit/destinations";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { some } from "./labels";

type ConfirmPageProps = {
  blast: BlastDetail;
  sending: { number: string; name: string; balance_cents: number; stopped: string | null };
  refused: string | undefined;
  back: "/reseller/bulk" | "/reseller/single";
  zone: string;
};

/** How many, for whom, what it costs and out of whose balance. */
export function ConfirmPage({ blast, sending, refused, back, zone }: ConfirmPageProps) {
  const working = useNavigation().state !== "idle";
  const { price } = blast;
  const { name, number, balance_cents: balance } = sending;
  const messages = some(blast.recipients, "message");
  const cost = showKes(blast.cost_cents);
  const short = blast.cost_cents - balance;
  const stop = sending.stopped ?? (short > 0 ? `The balance of ${name} is ${showKes(short)} too low.` : undefined);
  const words = refused ?? stop;
  const shown = price.samples.map(({ msisdn }) => showPhone(msisdn));
  const more = blast.recipients - shown.length;
  const to =
    blast.kind === "bulk"
      ? blast.groups.map((group) => group.name).join(", ")
      : shown.join(", ") + (more > 0 ? ` and ${more.toLocaleString("en-KE")} more` : "");
  const abroad = abroadWords(price);
  const here = href(back, undefined, { child: number });
  return (
    <>
      <PageHeader
        title={`Send ${messages} for ${name}?`}
        text="Check the details. This is the last step."
        back={{ label: "Another message", to: here }}
      />
      <div className="grid max-w-[760px] gap-4">
        {words && (
          <div className="flex gap-2.5 rounded border border-bad bg-surface p-4" role="alert">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
            <div className="num min-w-0">
              <h2 className="font-semibold">{words}</h2>
              <p className="text-quiet">Nothing was sent or charged. The message is kept.</p>
            </div>
          </div>
        )}
        <StatStrip
          label="In short"
          stats={[
            { label: "Messages", value: blast.recipients.toLocaleString("en-KE"), note: some(blast.parts, "part") },
            { label: "Cost", value: cost, note: eachPart(price) },
            { label: "Balance after", value: showKes(-short), note: `${showKes(balance)} now` },
          ]}
        />
        <DescriptionList
          facts={[
            { label: "Account", value: name, note: number },
            {
              label: "To",
              value: to,
              note: `${some(price.in_groups, blast.kind === "bulk" ? "contact" : "number")}, ${(price.in_groups - price.recipients).toLocaleString("en-KE")} left out`,
            },
            ...(abroad ? [{ label: "Abroad", value: some(price.foreign, "number"), note: abroad }] : []),
            { label: "Sender name", value: blast.sender },
            { label: "Message", value: blast.body },
            {
              label: "When",
              value: blast.leaves_at ? showDate(blast.leaves_at, zone) : "Now",
              ...(blast.waits_for_hours
                ? { note: `Promotional messages go out from ${sayHours(blast.promotional_hours)}.` }
                : {}),
            },
          ]}
        />
        <p className="flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span className="num">
            {cost} is reserved from the balance of {name} when you confirm. Messages that are not sent are refunded. It
            is recorded in the activities of both accounts.
          </span>
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            icon={Send}
            working={working}
            className="max-md:h-auto max-md:min-h-10 max-md:w-full max-md:py-2 max-md:whitespace-normal"
            {...(stop ? { disabledReason: stop } : {})}
          >
            <span className="num">
              Send {messages}, {some(blast.parts, "part")}, {cost}
            </span>
          </Button>
          <LinkButton to={here} size="lg" className="max-md:w-full">
            Write another message
          </LinkButton>
        </Form>
      </div>
    </>
  );
}
