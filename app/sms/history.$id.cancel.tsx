// /sms/history/:id/cancel - the confirm step before the rest of a blast is cancelled
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { X } from "lucide-react";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { blastTitle } from "../kit/blast-labels";
import { some } from "../kit/compose/cost-labels";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { act, page } from "../shell/page.server";
import { blastAt, blastId, sendingRights } from "./blasts/blast.server";
import { givenBack, sentCount } from "./blasts/blast-figures";

export const meta = titled("Cancel");

export const loader = page("/sms/history/:id/cancel", async ({ api, params, viewer }) => {
  const blast = await blastAt(api, params);
  const { status, id, kind } = blast;
  const running = status === "scheduled" || status === "sending" || status === "paused";
  if (!running || !sendingRights(viewer)[kind]) throw redirect(href("/sms/history/:id", { id }));
  return { blast };
});

export const action = act("/sms/history/:id/cancel", NoFields, async ({ api, params, refuse }) => {
  const id = blastId(params.id);
  const answer = await api.messaging.cancelBlast({ params: { id } });
  if (answer.status === 201) return redirect(href("/sms/history/:id", { id }));
  return refuse({ ...answer.body, title: "Not cancelled" });
});

export default function Cancel() {
  const { blast } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/sms/history/:id", { id: blast.id });
  const { cents, exact } = givenBack(blast);
  const money = `${exact ? "" : "About "}${showKes(cents)}`;
  const sent = sentCount(blast);
  const whole = sent === 0;
  const messages = some(blast.queued, "message");
  return (
    <>
      <PageHeader
        title={whole ? `Cancel all ${messages}?` : `Cancel the ${messages} not sent yet?`}
        text={whole ? "Nothing has been sent." : "Sent messages can't be recalled, and are charged."}
        back={{ label: blastTitle(blast), to: back }}
      />
      <div className="grid max-w-[760px] gap-4">
        <PostResult last={last} />
        <StatStrip
          label="In short"
          stats={[
            {
              label: "Will not be sent",
              value: commas(blast.queued),
              note: `of ${some(blast.recipients, "message")}`,
            },
            { label: "Refunded", value: money, note: `of ${showKes(blast.held_cents)} reserved` },
            { label: "Sent already", value: commas(sent), note: `${commas(blast.delivered)} delivered so far` },
          ]}
        />
        <p className="text-sm text-quiet">
          This can't be undone. To send the rest later, duplicate the blast.
          {blast.recurring && whole && blast.send_at && " It is not sent again either."}
          {blast.status === "sending" &&
            " Sending continues until you press the button, so the figures may get smaller."}
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <Button variant="danger" size="lg" icon={X} working={working} className="max-md:w-full">
            Cancel {messages}
          </Button>
          <LinkButton to={back} size="lg" className="max-md:w-full">
            {blast.status === "scheduled" ? "Keep it" : "Go back"}
          </LinkButton>
        </Form>
      </div>
    </>
  );
}
