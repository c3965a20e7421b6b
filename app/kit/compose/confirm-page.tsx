import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, Info, Send } from "lucide-react";
import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { sayHours } from "../blast-labels";
import { abroadWords, eachPart } from "../destinations";
import { Button, LinkButton } from "../ui/button";
import { DescriptionList } from "../ui/description-list";
import { PageHeader } from "../ui/page-header";
import { StatStrip } from "../ui/stat";
import { Status } from "../ui/status";
import type { ComposeFlow } from "./channel";
import { lacking, listed, sayParts, saySum, some } from "./cost-labels";
import { sayWhen } from "./send-time";

type ConfirmPageProps = {
  flow: ComposeFlow;
  blast: BlastDetail;
  kind: "transactional" | "promotional" | undefined;
  /** What the account has now, in cents. */
  balance: number;
  missing: string | null;
  zone: string;
  refused: string | undefined;
};

/** The last look before money is held: how many, what it costs, and each answer with its Change link. */
export function ConfirmPage({ flow, blast, kind, balance, missing, zone, refused }: ConfirmPageProps) {
  const working = useNavigation().state !== "idle";
  const { price } = blast;
  const bulk = blast.kind === "bulk";
  const { unit, senderLabel, kindHelp } = flow.channel;
  const back = href(flow.form, undefined, { copy: blast.id, missing });
  const messages = some(blast.recipients, "message");
  const short = lacking(blast.cost_cents, balance);
  const cost = showKes(blast.cost_cents);
  const abroad = abroadWords(price);
  const to = bulk ? listed(blast.groups.map(({ name }) => name)) : listed(numbers(blast));
  return (
    <>
      <PageHeader
        title={`Send ${messages}?`}
        text="Check the details. This is the last step."
        back={{ label: flow.title, to: back }}
      />
      <div className="grid max-w-[760px] gap-4">
        {(refused || short > 0) && (
          <div className="flex gap-2.5 rounded border border-bad bg-surface p-4" role="alert">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
            <div className="num min-w-0">
              <h2 className="font-semibold">{refused ?? `The balance is ${showKes(short)} too low`}</h2>
              <p className="text-quiet">
                {refused ? "Nothing was charged." : "Nothing was sent or charged."}
                {short > 0 && " Top up and open this page again, or choose fewer recipients: the message is kept."}
              </p>
            </div>
          </div>
        )}
        <StatStrip
          label="In short"
          stats={[
            { label: "Messages", value: commas(blast.recipients), note: some(blast.parts, unit) },
            { label: "Cost", value: cost, note: eachPart(price) },
            { label: "Balance after", value: showKes(balance - blast.cost_cents), note: `${showKes(balance)} now` },
          ]}
        />
        <DescriptionList
          facts={[
            {
              label: "To",
              value: to,
              note: saySum(price, blast.kind),
              change: `${back}#${bulk ? "group_ids" : "numbers"}`,
            },
            ...(abroad
              ? [{ label: "Abroad", value: <Status kind="warn">{some(price.foreign, "number")}</Status>, note: abroad }]
              : []),
            {
              label: senderLabel,
              value: blast.sender,
              ...(kind ? { note: kindHelp[kind] } : {}),
              change: `${back}#sender`,
            },
            { label: "Message", value: blast.body, note: sayParts(price, unit), change: `${back}#body` },
            {
              label: "When",
              value: blast.leaves_at ? sayWhen(zone, new Date(blast.leaves_at)) : "Now",
              ...(blast.waits_for_hours
                ? {
                    note: `Promotional messages go out from ${sayHours(blast.promotional_hours)}. ${
                      blast.send_at
                        ? `You chose ${sayWhen(zone, new Date(blast.send_at))}, which is outside these hours.`
                        : "It is outside these hours now."
                    }`,
                  }
                : {}),
              change: `${back}#when`,
            },
          ]}
        />
        <p className="flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span className="num">
            {cost} is reserved from the balance when you confirm. Messages that are not sent are refunded. You can pause
            or cancel while it runs, and anyone who opts out before then is skipped.
          </span>
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            icon={Send}
            working={working}
            className="max-md:h-auto max-md:min-h-10 max-md:w-full max-md:py-2 max-md:whitespace-normal"
            {...(short > 0 ? { disabledReason: `The balance is ${showKes(short)} too low.` } : {})}
          >
            <span className="num">
              Send {messages}, {some(blast.parts, unit)}, {cost}
            </span>
          </Button>
          <LinkButton to={back} size="lg" className="max-md:w-full">
            Back to the message
          </LinkButton>
        </Form>
      </div>
    </>
  );
}

/** The first numbers of an express blast; the others are counted. */
function numbers({ price, recipients }: BlastDetail): string[] {
  const said = price.samples.map(({ msisdn }) => showPhone(msisdn));
  return recipients > said.length ? [...said, `${commas(recipients - said.length)} more`] : said;
}
