import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, Info, Send, Smartphone } from "lucide-react";
import { commas } from "../../../rules/format";
import { mergeFields } from "../../../rules/merge";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import { recurrenceNames } from "../../../rules/recurrence";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import type { RecurringMessage } from "../../../services/messaging/contract.recurring";
import { sayHours } from "../blast-labels";
import { abroadWords, eachPart } from "../destinations";
import { fieldErrors, type RefusedPost, typedValue } from "../refused-post";
import { Button, LinkButton } from "../ui/button";
import { DescriptionList } from "../ui/description-list";
import { TextInput } from "../ui/field";
import { Link } from "../ui/link";
import { PageHeader } from "../ui/page-header";
import { StatStrip } from "../ui/stat";
import { Status } from "../ui/status";
import type { ComposeChannel, ComposeFlow, SenderChoice } from "./channel";
import { lacking, listed, sayParts, saySum, sayUnapproved, some } from "./cost-labels";
import { sayEnd, sayUntil, sayWhen } from "./send-time";

type ConfirmPageProps = {
  flow: ComposeFlow;
  blast: BlastDetail;
  /** The one that it is from, where the account still has it. */
  sender: SenderChoice | undefined;
  /** What the account has now, in cents. */
  balance: number;
  missing: string | null;
  zone: string;
  testKey: string;
  last: ConfirmLast;
};

type ConfirmLast =
  | { refused: string }
  | ({ tested: string; to: string } & Partial<RefusedPost>)
  | RefusedPost
  | undefined;

/** The last look before money is held: how many, what it costs, and each answer with its Change link. */
export function ConfirmPage({ flow, blast, sender, balance, missing, zone, testKey, last }: ConfirmPageProps) {
  const refused = last && "refused" in last ? last.refused : undefined;
  const working = useNavigation().state !== "idle";
  const { price } = blast;
  const bulk = blast.kind === "bulk";
  const { unit, senderLabel, kindHelp, own, recipient, noun = "message" } = flow.channel;
  const back = flow.formAddress(blast, { copy: blast.id, missing });
  const messages = some(blast.recipients, noun);
  // Where a message is one unit, its units are not said again.
  const parts = unit === noun ? undefined : some(blast.parts, unit);
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
            {
              label: recipient ? "Emails" : "Messages",
              value: commas(blast.recipients),
              ...(parts ? { note: parts } : {}),
            },
            { label: "Cost", value: cost, note: eachPart(price, unit) },
            { label: "Balance after", value: showKes(balance - blast.cost_cents), note: `${showKes(balance)} now` },
          ]}
        />
        <DescriptionList
          facts={[
            {
              label: "To",
              value: to,
              note: saySum(price, blast.kind, recipient ? "address" : "number"),
              change: `${back}#${bulk ? "group_ids" : blast.list_id === null ? "numbers" : "list_id"}`,
            },
            ...(abroad
              ? [{ label: "Abroad", value: <Status kind="warn">{some(price.foreign, "number")}</Status>, note: abroad }]
              : []),
            {
              label: senderLabel,
              value: blast.sender,
              ...(sender
                ? { note: [kindHelp(sender), sayUnapproved(price, blast.sender)].filter(Boolean).join(" ") }
                : {}),
              change: `${back}#sender`,
            },
            ...ownFacts(flow, blast, back),
            ...(own && blast.body === ""
              ? []
              : [{ label: "Message", value: blast.body, note: sayMessage(blast, unit), change: `${back}#body` }]),
            whenFact(blast, zone, back),
          ]}
        />
        <p className="flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span className="num">
            {cost} is reserved from the balance when you confirm. Messages that are not sent are refunded. You can pause
            or cancel while it runs, and anyone who opts out before then is skipped.
          </span>
        </p>
        {blast.replaces !== null && (
          <p className="flex gap-2.5 text-sm" role="status">
            <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
            <span>
              It takes the place of{" "}
              <Link className="link" to={flow.channel.sent.path(blast.replaces)}>
                the scheduled message
              </Link>
              , which is cancelled when you confirm. Until then that one stays as it is.
            </span>
          </p>
        )}
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
              Send {messages}, {parts ? `${parts}, ` : ""}
              {cost}
            </span>
          </Button>
          <LinkButton to={back} size="lg" className="max-md:w-full">
            Back to the message
          </LinkButton>
        </Form>
        {blast.recipients > 1 && <TestCard {...{ testKey, last, recipient }} />}
        {blast.recipients >= sampleFrom && <SampleCard recipients={blast.recipients} short={short} last={last} />}
      </div>
    </>
  );
}

/** Why it leaves later than it was asked to. */
function sayWaiting({ waits_for_hours, hours, promotional, send_at }: BlastDetail, zone: string): string {
  if (!waits_for_hours || !hours) return "";
  const outside = send_at
    ? `You chose ${sayWhen(zone, new Date(send_at))}, which is outside these hours.`
    : "It is outside these hours now.";
  return `${promotional ? "Promotional messages go" : "Your messages go"} out from ${sayHours(hours)}. ${outside}`;
}

/** What only the channel has, each with its Change link. */
function ownFacts({ channel: { own } }: ComposeFlow, blast: BlastDetail, back: string) {
  return (own?.facts(blast) ?? []).map(({ label, value, field, link }) => ({
    label,
    value: link ? (
      <>
        {value}{" "}
        <Link className="link" to={link.to}>
          {link.label}
        </Link>
      </>
    ) : (
      value
    ),
    change: `${back}#${field}`,
  }));
}

function whenFact(blast: BlastDetail, zone: string, back: string) {
  const notes = [blast.recurring && sayAgain(blast.recurring), sayWaiting(blast, zone), sayEnd(blast, zone)];
  return {
    label: "When",
    value: blast.leaves_at ? sayWhen(zone, new Date(blast.leaves_at)) : "Now",
    note: notes.filter(Boolean).join(" "),
    change: `${back}#when`,
  };
}

/** "Then every week until 1 March 2027, …" */
function sayAgain({ every, until }: RecurringMessage): string {
  return `Then ${recurrenceNames[every]}${until ? ` ${sayUntil(until)}` : ""}, to the contacts in the groups on that day, at the cost of that day.`;
}

/** The parts of the messages, and how the first of them reads where each has its own. */
function sayMessage({ body, price }: BlastDetail, unit: string): string {
  const [first] = price.samples;
  const parts = price.by_parts.length > 0 ? sayParts(price, unit) : some(price.recipients, unit);
  return first && mergeFields(body).length > 0 ? `${parts}. The first: ${first.text}` : parts;
}

/** The first numbers of an express blast; the others are counted. */
function numbers({ price, recipients }: BlastDetail): string[] {
  const said = price.samples.map(({ msisdn }) => showPhone(msisdn));
  return recipients > said.length ? [...said, `${commas(recipients - said.length)} more`] : said;
}

/** From so many recipients on, the first few can be sent alone. */
const sampleFrom = 10;

/** The message on one's own phone before it goes to others. */
function TestCard({
  testKey,
  last,
  recipient,
}: {
  testKey: string;
  last: ConfirmLast;
  recipient: ComposeChannel["recipient"];
}) {
  const { state, formData } = useNavigation();
  const tested = last && "tested" in last ? last : undefined;
  const refused = last && "reply" in last ? last : undefined;
  return (
    <Form method="post" className="card grid gap-3 p-4" aria-label="Send a test" preventScrollReset>
      <input type="hidden" name="test_key" value={testKey} />
      <div className="flex flex-wrap items-end gap-2">
        <TextInput
          id="to"
          name="to"
          type={recipient?.type ?? "tel"}
          inputMode={recipient?.type ?? "tel"}
          autoComplete={recipient?.type ?? "tel"}
          label="Send a test to"
          className="max-w-80 flex-1"
          defaultValue={tested?.to ?? typedValue(refused, "to") ?? ""}
          errors={fieldErrors(refused).to ?? []}
        />
        <Button
          size="lg"
          name="intent"
          value="test"
          icon={Smartphone}
          working={state !== "idle" && formData?.get("intent") === "test"}
        >
          Test it
        </Button>
      </div>
      <p className="text-sm text-quiet" role="status">
        {tested?.tested ??
          (recipient
            ? "The first recipient's email to an address of yours, at the price of one."
            : "The first recipient's message to a phone of yours, at the price of one message.")}
      </p>
    </Form>
  );
}

/** The first few alone: the rest waits for another look. */
function SampleCard({ recipients, short, last }: { recipients: number; short: number; last: ConfirmLast }) {
  const wrong = last && "reply" in last ? last : undefined;
  const { state, formData } = useNavigation();
  return (
    <Form method="post" className="card grid gap-3 p-4" aria-label="Send the first messages">
      <div className="flex flex-wrap items-end gap-2">
        <TextInput
          id="messages"
          name="messages"
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.min(500, recipients - 1)}
          label="Or send the first"
          className="max-w-80 flex-1"
          defaultValue={typedValue(wrong, "messages") ?? String(Math.min(20, recipients - 1))}
          errors={fieldErrors(wrong).messages ?? []}
        />
        <Button
          size="lg"
          name="intent"
          value="sample"
          working={state !== "idle" && formData?.get("intent") === "sample"}
          {...(short > 0 ? { disabledReason: `The balance is ${showKes(short)} too low.` } : {})}
        >
          Start with these
        </Button>
      </div>
      <p className="text-sm text-quiet">The others wait until you have looked at the result and resume it.</p>
    </Form>
  );
}
