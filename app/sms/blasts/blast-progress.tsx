import { useLocation } from "@remix-run/react";
import { CalendarClock, CircleAlert, CircleCheck, FileText, Info, RefreshCw } from "lucide-react";
import { commas, duration, showDate } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { blastStatus, sayHours } from "../../kit/blast-labels";
import { some } from "../../kit/compose/cost-labels";
import { sayWhen } from "../../kit/compose/send-time";
import { LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Progress, ProgressFigure, type ProgressPart } from "../../kit/ui/progress";
import { Status } from "../../kit/ui/status";
import { sentCount, stillHeld, waitsAfterFirst } from "./blast-figures";

const percent = (part: number, whole: number) => `${whole === 0 ? "0.0" : ((part / whole) * 100).toFixed(1)}%`;
/** The clock alone: "9:40:19 am". */
const clock = (at: Date | string, zone: string) => showDate(at, zone).split(" ").slice(1).join(" ");

/** How far a blast is, with the counts as the legend of its bar; together they are always all recipients. */
export function BlastProgress({ blast, zone, now }: { blast: BlastDetail; zone: string; now: string }) {
  const {
    status,
    queued,
    submitted,
    delivered,
    failed,
    suppressed,
    cancelled,
    no_receipt,
    recipients,
    seconds_left,
    rate,
    rate_limit,
  } = blast;
  const sent = sentCount(blast);
  const running = status === "sending" || status === "paused";
  const waits = running || status === "scheduled";
  const part = (
    label: string,
    count: number,
    paint: ProgressPart["paint"],
    whole = sent,
    word = "of sent",
  ): ProgressPart => ({
    label,
    count,
    paint,
    note: `${percent(count, whole)} ${word}`,
  });
  const parts: ProgressPart[] = [
    part("Delivered", delivered, "done"),
    part("Awaiting receipt", submitted, "going"),
    part("Failed", failed, "bad"),
    ...(no_receipt > 0 ? [part("No receipt", no_receipt, "warn")] : []),
    ...(suppressed > 0 ? [part("Opted out", suppressed, "warn", recipients, "of all")] : []),
    ...(cancelled > 0 ? [part("Cancelled", cancelled, "waiting", recipients, "of all")] : []),
    ...(waits ? [part("Not sent yet", queued, "waiting", recipients, "of all")] : []),
  ];
  const left = seconds_left === null || queued === 0 ? undefined : seconds_left;
  return (
    <Progress
      status={blastStatus[status]}
      parts={parts}
      total={recipients}
      verb={suppressed > 0 ? "done" : "sent"}
      {...(left === undefined
        ? {}
        : {
            left: `${duration(left)} left`,
            ends: `ends about ${clock(new Date(Date.parse(now) + left * 1000), zone)}`,
          })}
    >
      {running && (
        <ProgressFigure
          label="Rate"
          value={rate.toLocaleString("en-KE", { maximumFractionDigits: 0 })}
          unit="a second"
          {...(rate_limit > 0 ? { note: `limit ${rate_limit.toLocaleString("en-KE")} a second` } : {})}
        />
      )}
    </Progress>
  );
}

/** The first messages are out: somebody is to look at them before the rest goes. */
export function FirstSent({ blast, maySend }: { blast: BlastDetail; maySend: boolean }) {
  if (!waitsAfterFirst(blast) || blast.pause_after === null) return null;
  return (
    <p className="card flex gap-2.5 p-4">
      <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <span className="num">
        The first {some(blast.pause_after, "message")} {blast.pause_after === 1 ? "was" : "were"} sent.{" "}
        {some(blast.queued, "message")} {blast.queued === 1 ? "waits" : "wait"}
        {maySend ? " until you send the rest or cancel." : "."}
      </span>
    </p>
  );
}

/** That the networks can't be reached, while something waits for them. */
export function LinkDown({ blast, zone }: { blast: BlastDetail; zone: string }) {
  const { status, queued, link } = blast;
  if (status !== "sending" || queued === 0 || link.up) return null;
  return (
    <div className="flex gap-2.5 rounded border border-bad bg-surface p-4" role="alert">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
      <div className="num min-w-0">
        <h2 className="font-semibold">The mobile networks can't be reached</h2>
        <p className="text-quiet">
          {link.since ? `Nothing has been sent since ${showDate(link.since, zone)}. ` : ""}
          No message is lost: sending continues automatically when the connection is back.
        </p>
      </div>
    </div>
  );
}

/** A blast of which nothing is being sent: what it waits for. */
export function NotYet({ blast, zone, maySend }: { blast: BlastDetail; zone: string; maySend: boolean }) {
  const draft = blast.status === "draft";
  const Icon = draft ? FileText : CalendarClock;
  const sent = sentCount(blast);
  const messages = some(blast.queued, "message");
  const review = href(blast.kind === "bulk" ? "/sms/bulk/confirm" : "/sms/send/confirm", undefined, { id: blast.id });
  return (
    <Card label="Status" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 max-md:p-4">
      <span className="tile">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">
          <Status kind={blastStatus[blast.status].kind}>
            {draft ? "Not sent yet" : sent > 0 ? "Waiting for sending hours" : "Scheduled"}
          </Status>
        </h2>
        <p className="num text-quiet">
          {draft
            ? `${messages} for ${showKes(blast.cost_cents)}. Nothing is reserved or sent before you confirm.`
            : `${sent > 0 ? `${commas(sent)} of ${commas(blast.recipients)} were sent. The other ${messages} go out` : messages} on ${sayWhen(zone, new Date(blast.leaves_at ?? blast.created_at))}. ${showKes(stillHeld(blast))} is reserved until then.`}
        </p>
        {blast.waits_for_hours && blast.hours && !draft && (
          <p className="num text-quiet">
            {blast.promotional ? "Promotional messages" : "Messages to many people"} go out from {sayHours(blast.hours)}
            {blast.send_at && sent === 0 && `: ${sayWhen(zone, new Date(blast.send_at))} is outside these hours`}.
          </p>
        )}
      </div>
      {draft && maySend && <LinkButton to={review}>Review and send</LinkButton>}
    </Card>
  );
}

/** That the page may be closed, how fresh it is, and the link that reads it anew where no script does. */
export function Updated({
  status,
  awaiting,
  now,
  zone,
}: {
  status: BlastDetail["status"];
  awaiting: boolean;
  now: string;
  zone: string;
}) {
  const { pathname } = useLocation();
  const words = {
    sending: "You can close this page. Sending continues, and the result stays here.",
    paused: "Sending is paused. Receipts of sent messages still arrive.",
    scheduled: "You can close this page. Sending starts automatically.",
  } as const;
  const said = status in words ? words[status as keyof typeof words] : awaiting ? "Receipts are still coming in." : "";
  return (
    <div className="-mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet">
      {said && (
        <p className="flex gap-2">
          <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-good" aria-hidden="true" />
          {said}
        </p>
      )}
      <p className="flex items-center gap-2 md:ml-auto">
        <span className="num">Updated {clock(now, zone)}</span>
        <a className="link inline-flex min-h-6 items-center gap-1.5" href={pathname}>
          <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
          Refresh
        </a>
      </p>
    </div>
  );
}
