import { Form, useNavigation } from "@remix-run/react";
import { Copy, Pause, Pencil, Play, Send, X } from "lucide-react";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { canBeChanged } from "../../kit/blast-labels";
import { Button, LinkButton } from "../../kit/ui/button";
import { waitsAfterFirst } from "./blast-figures";

/** States in which nothing is left to pause or to cancel. */
const ended: readonly string[] = ["sent", "failed", "cancelled"];

function notSending(started_at: string | null): string {
  return `${started_at ? "It is waiting for sending hours." : "It has not started."} Cancel it to stop it.`;
}

/** What can be done in the blast's state. A blast that waits shows Pause with the reason why it can't be paused. */
export function BlastButtons({ blast }: { blast: BlastDetail }) {
  const { id, kind, status, started_at } = blast;
  const { state, formData } = useNavigation();
  const moving = state !== "idle" && formData?.has("intent");
  const over = ended.includes(status);
  const form = kind === "bulk" ? ("/sms/bulk" as const) : ("/sms/send" as const);
  const copy = href(form, undefined, { copy: id });
  const review = href(kind === "bulk" ? "/sms/bulk/confirm" : "/sms/send/confirm", undefined, { id });
  const paused = status === "paused";
  const why = status === "scheduled" ? notSending(started_at) : undefined;
  return (
    <>
      {over && (
        <LinkButton to={copy} icon={Copy}>
          Duplicate
        </LinkButton>
      )}
      {status === "draft" ? (
        <>
          <LinkButton to={copy}>Change it</LinkButton>
          <LinkButton to={review} variant="primary" icon={Send}>
            Review
          </LinkButton>
        </>
      ) : over ? null : (
        <>
          <Form method="post" preventScrollReset>
            <Button
              name="intent"
              value={paused ? "resume" : "pause"}
              icon={paused ? Play : Pause}
              working={moving ?? false}
              {...(why ? { disabledReason: why } : {})}
            >
              {!paused ? "Pause" : waitsAfterFirst(blast) ? "Send the rest" : "Resume"}
            </Button>
          </Form>
          {canBeChanged(blast) && (
            <LinkButton to={href(form, undefined, { edit: id })} icon={Pencil}>
              Change
            </LinkButton>
          )}
          <LinkButton to={href("/sms/history/:id/cancel", { id })} variant="danger-outline" icon={X}>
            {status === "scheduled" ? "Cancel" : "Cancel remaining"}
          </LinkButton>
        </>
      )}
    </>
  );
}
