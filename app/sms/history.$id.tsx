// /sms/history/:id - one blast: its progress, its money, its last messages
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { showDate } from "../../rules/format";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { blastTitle } from "../kit/blast-labels";
import { some } from "../kit/compose/cost-labels";
import { titledBy } from "../kit/title";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { useLive } from "../kit/use-live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { blastAt, blastId, sendingRights } from "./blasts/blast.server";
import { BlastButtons } from "./blasts/blast-buttons";
import { groupsLabel, lastPage, nextReading, sentCount, stillHeld } from "./blasts/blast-figures";
import { LinksCard } from "./blasts/blast-links";
import { LastMessages } from "./blasts/blast-messages";
import { MoneyCard, ReasonsCard, TextCard } from "./blasts/blast-money";
import { BlastProgress, FirstSent, LinkDown, NotYet, Updated } from "./blasts/blast-progress";
import { NoReceipts } from "./blasts/no-receipts";
import { RecurringCard } from "./blasts/recurring-cards";
import { SpeedForm } from "./blasts/speed-form";
import { CarrierStrips } from "./carrier/carrier-strip";

export const meta = titledBy<typeof loader>(({ data }) => (data ? blastTitle(data.blast) : "Blast"));

/** Messages below the figures. */
const shown = 8;

export const loader = page("/sms/history/:id", async ({ api, params, viewer }) => {
  const blast = await blastAt(api, params);
  const query = { per_page: shown, page: lastPage(blast, shown) };
  const under = blast.status === "sending" || blast.status === "paused";
  const [messages, health] = await Promise.all([
    api.messaging.messages({ params: { id: blast.id }, query }),
    under ? api.messaging.carrierHealth({}) : undefined,
  ]);
  return {
    blast,
    carriers: health?.status === 200 ? health.body.carriers : [],
    messages:
      blast.status === "sending" ? expectStatus(messages, 200).data.reverse() : expectStatus(messages, 200).data,
    maySend: sendingRights(viewer)[blast.kind],
    zone: viewer.time_zone,
    now: new Date().toISOString(),
  };
});

const Move = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["pause", "resume", "stop", "full-speed", "ask"]) }),
  z.object({
    intent: z.literal("speed"),
    speed: z.coerce.number({ error: "Enter a whole number." }).int("Enter a whole number.").min(1, "Enter 1 or more."),
  }),
]);

export const action = act("/sms/history/:id", Move, async ({ api, params, value, refuse, from }) => {
  const id = blastId(params.id);
  if (value.intent === "stop") {
    const { recurring } = await blastAt(api, params);
    const stopped = recurring && (await api.messaging.stopRecurring({ params: { id: recurring.id } }));
    if (stopped && stopped.status !== 201) return refuse(stopped.body);
    return done(from, href("/sms/history/:id", { id }), "The message is not sent again.");
  }
  if (value.intent === "ask") {
    const asked = await api.messaging.askReceipts({ params: { id } });
    return asked.status === 201 ? done(from, href("/sms/history/:id", { id })) : refuse(asked.body);
  }
  if (value.intent === "speed" || value.intent === "full-speed") {
    const speed = value.intent === "speed" ? value.speed : null;
    const set = await api.messaging.setBlastSpeed({ params: { id }, body: { speed } });
    return set.status === 200
      ? done(from, href("/sms/history/:id", { id }), "The speed was changed.")
      : refuse(set.body);
  }
  const call = value.intent === "pause" ? api.messaging.pauseBlast : api.messaging.resumeBlast;
  const answer = await call({ params: { id } });
  return answer.status === 201 ? done(from, href("/sms/history/:id", { id })) : refuse(answer.body);
});

export default function BlastPage() {
  const { blast, carriers, messages, maySend, zone, now } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { status, submitted } = blast;
  const over = status === "sent" || status === "failed" || status === "cancelled";
  const waits = status === "draft" || status === "scheduled";
  const awaiting = over && submitted > 0;
  const due = status === "scheduled" && blast.leaves_at !== null && blast.leaves_at <= now;
  // Most receipts come within minutes, and the money is settled by them; the later ones are there on the next visit.
  const settling =
    over && (awaiting || stillHeld(blast) > 0) && Date.parse(now) - Date.parse(blast.finished_at ?? now) < 600_000;
  const asking = blast.receipt_query?.done === false;
  useLive(status === "sending" || due || settling || asking, nextReading(blast, now));
  const to = blast.kind === "bulk" ? groupsLabel(blast) : some(blast.recipients, "number");
  const begun = blast.started_at
    ? `started ${showDate(blast.started_at, zone)}`
    : `made ${showDate(blast.created_at, zone)}`;
  return (
    <>
      {last?.notice && <ActionNotice notice={last.notice} />}
      <PageHeader
        title={blastTitle(blast)}
        text={`${some(blast.recipients, "message")} from ${blast.sender} to ${to}, ${begun}${blast.created_by && ` by ${blast.created_by}`}`}
        back={{
          label: "SMS history",
          to: href("/sms/history", undefined, { view: blast.kind === "express" ? "express" : undefined }),
        }}
        actions={maySend && <BlastButtons blast={blast} />}
      />
      <div className="grid max-w-[1152px] gap-4">
        <LinkDown blast={blast} zone={zone} />
        {blast.replaced_by !== null && (
          <p className="card px-5 py-4 max-md:px-4" role="status">
            This message was changed before it went out.{" "}
            <Link className="link" to={href("/sms/history/:id", { id: blast.replaced_by })}>
              See the message that took its place
            </Link>
          </p>
        )}
        <FirstSent blast={blast} maySend={maySend} />
        <RecurringCard recurring={blast.recurring} maySend={maySend} zone={zone} />
        {waits && <NotYet blast={blast} zone={zone} maySend={maySend} />}
        {(!waits || sentCount(blast) > 0) && <BlastProgress blast={blast} zone={zone} now={now} />}
        {maySend && <SpeedForm blast={blast} last={last} zone={zone} />}
        {status !== "draft" && <Updated status={status} awaiting={awaiting} now={now} zone={zone} />}
        <NoReceipts blast={blast} maySend={maySend} />
        <CarrierStrips carriers={carriers} zone={zone} />
        <div className="grid gap-4 lg:grid-cols-3">
          <TextCard blast={blast} />
          <ReasonsCard blast={blast} maySend={maySend} />
          <MoneyCard blast={blast} />
        </div>
        <LinksCard blast={blast} />
        {status !== "draft" && <LastMessages blast={blast} messages={messages} zone={zone} />}
      </div>
    </>
  );
}
