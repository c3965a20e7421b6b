import { Form, useNavigation } from "@remix-run/react";
import { Play, RefreshCw, Save } from "lucide-react";
import { useId } from "react";
import { channels } from "../../../rules/channels";
import type { Came, Channel } from "../../../services/social/contract";
import type { Sample } from "../../../services/social/contract.forms";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { DescriptionList } from "../../kit/ui/description-list";
import { TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { Snippet } from "../../kit/ui/snippet";
import { Status } from "../../kit/ui/status";
import { healthWords, sampleWords } from "./channel-labels";

type One = { channel: Channel; zone: string };

/** What is posted for this channel. */
const at = ({ channel: network, id }: Channel) => href("/chat/channels/:network/:id", { network, id });

/** Whether it works; if not, why, and what to do. */
export function HealthCard({ channel, zone }: One) {
  const { health, webhook_url } = channel;
  const [kind, word] = healthWords[health.state];
  const working = useNavigation().state !== "idle";
  const when = (time: string | null, none: string) => (time ? <DateTime at={time} zone={zone} /> : none);
  return (
    <section className="grid gap-4" aria-label="Health">
      <div className="card grid gap-2 p-5 max-md:p-4">
        <p className="font-medium">
          <Status kind={kind}>{word}</Status>
        </p>
        {health.words && <p className="wrap-anywhere">{health.words}</p>}
        {health.todo && <p className="text-quiet">{health.todo}</p>}
        <Form method="post" action={at(channel)} className="mt-1">
          <Button icon={RefreshCw} name="intent" value="test" working={working}>
            Test the connection
          </Button>
        </Form>
      </div>
      <DescriptionList
        facts={[
          ...(!webhook_url && !channel.mailbox
            ? [{ label: "Last checked", value: when(channel.fetched_at, "Not yet") }]
            : []),
          { label: "Last received", value: when(health.last_webhook_at, "Nothing yet") },
          { label: "Last sent", value: when(health.last_sent_at, "Nothing yet") },
          ...(health.last_refused_at
            ? [
                {
                  label: "Last refused",
                  value: when(health.last_refused_at, ""),
                  note: `${health.refused} webhooks had a wrong signature and were not processed.`,
                },
              ]
            : []),
          { label: "Failures, 24 hours", value: `${health.failed} of ${health.tried} messages` },
          ...(health.last_error_at
            ? [{ label: "Last failure", value: when(health.last_error_at, ""), note: health.last_error }]
            : []),
          ...(webhook_url
            ? [{ label: "Token ends", value: when(health.token_until, "Not stated by the network") }]
            : []),
          { label: "Waiting to be processed", value: health.open },
          ...(webhook_url ? [{ label: "Connected", value: when(channel.made_at, "") }] : []),
        ]}
      />
    </section>
  );
}

/** Where the network posts; `where`: into which form of the network it goes. None: it is told by us. */
export function AddressCard({ channel, where }: { channel: Channel; where: string }) {
  const id = useId();
  const { webhook_url, verify_token } = channel;
  return (
    <section className="card grid content-start gap-4 p-5 max-md:p-4" aria-labelledby={id}>
      <div>
        <h2 id={id} className="font-semibold">
          Webhook
        </h2>
        <p className="text-quiet">{where}</p>
      </div>
      <Snippet id={`${id}-address`} label="Callback address" text={webhook_url} />
      {verify_token && <Snippet id={`${id}-verify`} label="Verify token" text={verify_token} />}
    </section>
  );
}

/** Its name, and whether it is on. */
export function ChangeCard({ channel }: Omit<One, "zone">) {
  const id = useId();
  const working = useNavigation().state !== "idle";
  return (
    <section className="card p-5 max-md:p-4" aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-semibold">
        Name and state
      </h2>
      <Form method="post" action={at(channel)} className="grid gap-4" key={channel.id}>
        <TextInput id={`${id}-name`} label="Name" name="name" defaultValue={channel.name} maxLength={120} required />
        <Checkbox
          label="On"
          help="Off: nothing is received or sent. Its conversations are kept."
          name="active"
          defaultChecked={channel.active}
        />
        <div>
          <Button icon={Save} name="intent" value="change" working={working}>
            Save
          </Button>
        </div>
      </Form>
    </section>
  );
}

export type Played = { sample: Sample; came: readonly Came[] };

/** Sample payloads through the true way in, and what each of them did. */
export function RehearsalCard({ channel, played }: Omit<One, "zone"> & { played: Played | undefined }) {
  const id = useId();
  const working = useNavigation().state !== "idle";
  const first = channel.samples[0];
  return (
    <section className="card grid content-start gap-4 p-5 max-md:p-4" aria-labelledby={id}>
      <div>
        <h2 id={id} className="font-semibold">
          Rehearsal
        </h2>
        <p className="text-quiet">
          Send a test webhook through the real endpoint. The customer is called Rehearsal, and your replies are not sent
          to anyone.
        </p>
      </div>
      <Form method="post" action={at(channel)} preventScrollReset className="grid gap-4">
        <CheckboxGroup id={`${id}-sample`} legend="What comes" boxed>
          {channel.samples.map((sample) => (
            <Checkbox
              key={sample}
              type="radio"
              name="sample"
              value={sample}
              defaultChecked={sample === (played?.sample ?? first)}
              label={sampleWords[sample][0]}
              help={(sample === "edit" && channels[channel.channel].network?.edited) || sampleWords[sample][1]}
            />
          ))}
        </CheckboxGroup>
        <div>
          <Button icon={Play} name="intent" value="rehearse" working={working}>
            Play it
          </Button>
        </div>
      </Form>
      {played && (
        <div role="status" className="grid gap-2">
          <h3 className="font-medium">{sampleWords[played.sample][0]}: what each webhook did</h3>
          <ol className="grid list-decimal gap-1 pl-5">
            {played.came.map((one) => (
              <li key={one.id}>{receiptSummary(one)}</li>
            ))}
          </ol>
          <p>
            <Link className="link" to={href("/chat/inbox", undefined, { q: "Rehearsal" })}>
              See it in the inbox
            </Link>
          </p>
        </div>
      )}
    </section>
  );
}

/** What came in last, and what it did. */
export function LatelyCard({ came, zone }: { came: readonly Came[]; zone: string }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>Lately</h2>
      </div>
      {came.length === 0 ? (
        <p className="px-5 py-4 text-quiet max-md:px-4">
          Nothing was received in the last seven days. Webhooks from the network are listed here, with their result.
        </p>
      ) : (
        <ol className="divide-y divide-line">
          {came.map((one) => (
            <li key={one.id} className="flex flex-wrap gap-x-4 px-5 py-2.5 max-md:px-4">
              <span className="w-36 shrink-0 text-quiet">
                <DateTime at={one.at} zone={zone} />
              </span>
              <span className="min-w-0 wrap-anywhere">{receiptSummary(one)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What a webhook did, or why it did nothing. */
function receiptSummary({ did, fault, done_at }: Came): string {
  if (did || fault) return [did, fault].filter(Boolean).join(" ");
  return done_at ? "Nothing: there was nothing in it for a conversation." : "Waiting to be processed.";
}
