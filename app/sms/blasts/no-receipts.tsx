import { Form, useNavigation } from "@remix-run/react";
import { RadioTower } from "lucide-react";
import { commas } from "../../../rules/format";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { some } from "../../kit/compose/cost-labels";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";

/** Messages whose receipt did not come: the networks are asked before anything is sent again. */
export function NoReceipts({ blast, maySend }: { blast: BlastDetail; maySend: boolean }) {
  const { state, formData } = useNavigation();
  const { id, no_receipt, receipt_query: query, status } = blast;
  const over = status === "sent" || status === "failed" || status === "cancelled";
  if (!over || (no_receipt === 0 && !query)) return null;
  const may = maySend && no_receipt > 0 && query?.done !== false;
  return (
    <section className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4" aria-label="Without a receipt">
      <div className="num min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">
          {no_receipt === 0 ? "Every message has an outcome" : `${some(no_receipt, "message")} without a receipt`}
        </h2>
        <p className="text-sm text-quiet" role="status">
          {query ? said(query) : "They may have arrived. Ask the networks before you send them again."}
        </p>
        {maySend && query?.done && query.failed > 0 && (
          <Link className="link text-sm" to={href("/sms/express", undefined, { failed: id })}>
            Send those that were not delivered again
          </Link>
        )}
      </div>
      {may && (
        <Form method="post" preventScrollReset>
          <Button
            name="intent"
            value="ask"
            icon={RadioTower}
            working={state !== "idle" && formData?.get("intent") === "ask"}
          >
            {query ? "Ask again" : "Ask the networks"}
          </Button>
        </Form>
      )}
    </section>
  );
}

function said({ done, asked, delivered, failed }: NonNullable<BlastDetail["receipt_query"]>): string {
  const unknown = asked - delivered - failed;
  const words = `${commas(delivered)} delivered, ${commas(failed)} not delivered, ${commas(unknown)} still unknown.`;
  return done ? `The networks were asked: ${words}` : `The networks are being asked. So far: ${words}`;
}
