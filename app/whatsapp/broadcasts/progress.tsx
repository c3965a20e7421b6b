import { useLocation } from "@remix-run/react";
import { Clock, RefreshCw } from "lucide-react";
import { showDate } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { mediaKey } from "../../../rules/whatsapp/header-files";
import { renderTemplate } from "../../../rules/whatsapp/templates";
import type { BroadcastDetail } from "../../../services/whatsapp/contract.broadcasts";
import { href } from "../../href";
import { recipientStatus } from "../../kit/broadcast-labels";
import { sayWhen } from "../../kit/compose/send-time";
import { StoppedNotice } from "../../kit/stopped-notice";
import { LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { KeyValues } from "../../kit/ui/description-list";
import { Progress, type ProgressPart } from "../../kit/ui/progress";
import { useLive } from "../../kit/use-live";
import { TemplateBubble } from "../../kit/whatsapp/bubble";
import { broadcastStatus, openCount } from "./labels";

/** A broadcast that was confirmed: how far it is, why it stopped, what it cost. */
export function ProgressView({ broadcast, zone, now }: { broadcast: BroadcastDetail; zone: string; now: string }) {
  const {
    id,
    status,
    stopped,
    wait_until,
    send_at,
    counts,
    recipients,
    failures,
    left_out,
    cost_cents,
    settled_cents,
  } = broadcast;
  const { pathname } = useLocation();
  const values = broadcast.samples[0]?.values ?? {};
  const open = openCount(broadcast);
  const over = status === "finished" || status === "cancelled";
  useLive(
    status === "sending" || status === "confirming" || (over && counts.sent > 0 && recent(broadcast, now)),
    2_000,
  );
  const part = (state: keyof typeof counts, paint: ProgressPart["paint"]): ProgressPart[] =>
    counts[state] > 0 ? [{ label: recipientStatus[state].word, count: counts[state], paint }] : [];
  const parts = [
    ...part("read", "done"),
    ...part("delivered", "going"),
    ...part("sent", "waiting"),
    ...part("failed", "bad"),
    ...part("unknown", "warn"),
    ...part("waiting", "warn"),
    ...part("sending", "going"),
    ...part("queued", "waiting"),
    ...part("cancelled", "waiting"),
  ];
  return (
    <div className="grid max-w-[1152px] gap-4">
      {status === "paused" && stopped && <StoppedNotice text={`${stopped} No one gets it twice when you resume.`} />}
      {status === "scheduled" && send_at && (
        <p className="card flex gap-2.5 p-4" role="status">
          <Clock size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span className="num">
            It is sent on {sayWhen(zone, new Date(send_at))}. Until then you can change or cancel it.
          </span>
        </p>
      )}
      {status === "sending" && wait_until && (
        <p className="card flex gap-2.5 p-4" role="status">
          <Clock size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span className="num">
            The number has written to as many customers as it may in 24 hours. It continues automatically after{" "}
            {showDate(wait_until, zone)}.
          </span>
        </p>
      )}
      <Progress
        status={broadcastStatus[status]}
        parts={parts}
        total={recipients}
        verb={counts.failed > 0 ? "done" : "sent"}
      />
      <p className="-mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet">
        {!over && (
          <span>
            You can close this page. {status === "scheduled" ? "It is sent all the same." : "Sending continues."}
          </span>
        )}
        <a className="link inline-flex min-h-6 items-center gap-1.5 md:ml-auto" href={pathname}>
          <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
          Refresh
        </a>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Card label="Message">
          <CardHead title="Message" />
          <div className="p-4">
            <TemplateBubble
              template={renderTemplate(broadcast.components, values)}
              file={values[mediaKey] ? null : broadcast.file}
            />
          </div>
        </Card>
        <Card label="Reasons">
          <CardHead title="Failed, waiting or left out" />
          <div className="p-4">
            {failures.length + left_out.length === 0 ? (
              <p className="text-quiet">Nothing so far.</p>
            ) : (
              <KeyValues
                rows={[...failures, ...left_out].map(({ reason, messages }) => ({
                  ...{ label: reason || "No reason given", value: messages.toLocaleString("en-KE") },
                }))}
              />
            )}
          </div>
        </Card>
        <Card label="Money">
          <CardHead title="Money" />
          <div className="p-4">
            <KeyValues
              rows={[
                { label: "Reserved", value: showKes(cost_cents) },
                { label: over ? "Charged" : "Charged so far", value: showKes(settled_cents), strong: true },
                ...(over && open === 0 ? [{ label: "Refunded", value: showKes(cost_cents - settled_cents) }] : []),
              ]}
            />
          </div>
        </Card>
      </div>
      <div>
        <LinkButton to={href("/whatsapp/inboxes/broadcasts/:id/recipients", { id })}>All recipients</LinkButton>
      </div>
    </div>
  );
}

/** Most statuses come within minutes; the later ones are there on the next visit. */
function recent({ finished_at }: BroadcastDetail, now: string): boolean {
  return finished_at !== null && Date.parse(now) - Date.parse(finished_at) < 600_000;
}
