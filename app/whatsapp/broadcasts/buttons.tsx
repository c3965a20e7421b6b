import { Form, useNavigation } from "@remix-run/react";
import { Clock, Pause, Play, X } from "lucide-react";
import type { BroadcastDetail } from "../../../services/whatsapp/contract.broadcasts";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";

const words: Partial<Record<BroadcastDetail["status"], string>> = { draft: "Discard the draft", scheduled: "Cancel" };

/** What can be done with a broadcast that is not over. */
export function BroadcastButtons({ broadcast: { id, status, unusable } }: { broadcast: BroadcastDetail }) {
  const working = useNavigation().state === "submitting";
  if (status === "finished" || status === "cancelled") return null;
  return (
    <>
      {status === "sending" && (
        <Form method="post">
          <Button name="intent" value="pause" icon={Pause} working={working}>
            Pause
          </Button>
        </Form>
      )}
      {status === "paused" && (
        <Form method="post">
          <Button
            name="intent"
            value="resume"
            icon={Play}
            variant="primary"
            working={working}
            {...(unusable ? { disabledReason: unusable } : {})}
          >
            Resume
          </Button>
        </Form>
      )}
      {status === "scheduled" && (
        <LinkButton to={href("/whatsapp/inboxes/broadcasts/:id/confirm", { id })} icon={Clock}>
          Change the time
        </LinkButton>
      )}
      <LinkButton to={href("/whatsapp/inboxes/broadcasts/:id/cancel", { id })} icon={X}>
        {words[status] ?? "Cancel the rest"}
      </LinkButton>
    </>
  );
}
