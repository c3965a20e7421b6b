import { Form, useNavigation } from "@remix-run/react";
import { Copy, Pause, Play, Send, X } from "lucide-react";
import type { BlastDetail } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { Button, LinkButton } from "../kit/ui/button";

/** Why a blast can't be paused or cancelled in its state; those that can are not in the table. */
const whyNot = {
  sent: "Already sent.",
  failed: "It has ended: nothing could be sent.",
  cancelled: "It was cancelled.",
} as const;

function notSending(started_at: string | null): string {
  return `${started_at ? "It is waiting for sending hours." : "It has not started."} Cancel it to stop it.`;
}

/** What can be done in the blast's state; what can't is there too, with the reason. */
export function BlastButtons({ blast: { id, kind, status, started_at } }: { blast: BlastDetail }) {
  const { state, formData } = useNavigation();
  const moving = state !== "idle" && formData?.has("intent");
  const over = status === "sent" || status === "failed" || status === "cancelled" ? whyNot[status] : undefined;
  const copy = href(kind === "bulk" ? "/sms/bulk" : "/sms/send", undefined, { copy: id });
  const review = href(kind === "bulk" ? "/sms/bulk/confirm" : "/sms/send/confirm", undefined, { id });
  const paused = status === "paused";
  const why = status === "scheduled" ? notSending(started_at) : over;
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
          <LinkButton to={review} kind="main" icon={Send}>
            Review
          </LinkButton>
        </>
      ) : (
        <>
          <Form method="post" preventScrollReset>
            <Button
              name="intent"
              value={paused ? "resume" : "pause"}
              icon={paused ? Play : Pause}
              working={moving ?? false}
              {...(why ? { why } : {})}
            >
              {paused ? "Resume" : "Pause"}
            </Button>
          </Form>
          <LinkButton to={href("/sms/history/:id/cancel", { id })} kind="bad" icon={X} {...(over ? { why: over } : {})}>
            {status === "scheduled" ? "Cancel" : "Cancel remaining"}
          </LinkButton>
        </>
      )}
    </>
  );
}
