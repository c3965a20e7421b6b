import { Form, useNavigation } from "@remix-run/react";
import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import type { DryRuns } from "../../../services/survey/contract.tries";
import { href } from "../../href";
import { countLabel } from "../imports/import-labels";
import { PostResult } from "../post-result";
import type { LastPost } from "../refused-post";
import { Button, LinkButton } from "../ui/button";
import { Card, CardHead } from "../ui/card";
import { DescriptionList } from "../ui/description-list";
import { useRunBase } from "./base";
import { DryRunCard, TryOnPhone } from "./dry-run-cards";
import { afterText, fallbackText, joinText, runHours, speedText } from "./labels";
import { RunFrame } from "./run-frame";

type StartProps = { run: SurveyInstanceDetail; tried: DryRuns; zone: string; phone: string; last: LastPost };

const reserved =
  "The higher amount is reserved at the start, and what is not used comes back. Reminders and repeated questions are paid out of it too. If it is used up, they are paid from the balance.";

/** What a run costs, what is in the way of it, trying it on a phone, and its start. */
export function InitiateRun({ run, tried, zone, phone, last }: StartProps) {
  const { id, status, faults, estimate } = run;
  const here = useRunBase();
  const working = useNavigation().formData?.get("intent") === "start";
  const base = href(`${here}/contact-base`, { id });
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "phone" ? "dry-run-phone" : undefined)} />
      <RunFrame run={run} tab="Start" />
      <div className="grid max-w-[720px] gap-4">
        {status !== "pending" && (
          <p className="card p-4">
            This run was started. <LinkButton to={href(here, { id })}>See how far it is</LinkButton>
          </p>
        )}
        {faults.length > 0 && (
          <Card label="Before the start">
            <CardHead title="Before the start" />
            <ul className="grid list-disc gap-1 px-4 py-3 pl-8">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            <div className="px-4 pb-4">
              <LinkButton to={base}>Contact base</LinkButton>
            </div>
          </Card>
        )}
        {estimate && (
          <DescriptionList
            facts={[
              { label: "Contact group", value: run.group_name || "–", change: base },
              { label: "Asked", value: countLabel(estimate.recipients, "person", "people"), change: base },
              ...(run.after_kind === null ? [] : [{ label: "Asked after", value: afterText(run), change: base }]),
              ...(run.keywords.length === 0 ? [] : [{ label: "Join by keyword", value: joinText(run), change: base }]),
              ...(run.channel_id === "sms" || run.sender
                ? [{ label: "Sender ID", value: run.sender || "–", change: base }]
                : []),
              ...(run.channel_id === "whatsapp" || run.fallback === "whatsapp"
                ? [
                    { label: "WhatsApp number", value: run.number_name || "–", change: base },
                    { label: "Template that opens", value: run.opening_text || "–", change: base },
                  ]
                : []),
              ...(run.fallback === null ? [] : [{ label: "Second channel", value: fallbackText(run), change: base }]),
              { label: "Hours", value: runHours(run), change: base },
              ...(run.per_minute === null ? [] : [{ label: "Speed", value: speedText(run.per_minute), change: base }]),
              run.fallback !== null
                ? {
                    label: "Cost",
                    value: `${showKes(estimate.least_cents)} to ${showKes(estimate.most_cents)}`,
                    note: `At most, everyone is asked on both channels.${estimate.templates_cents > 0 ? ` ${showKes(estimate.templates_cents)} of it is for templates on WhatsApp.` : ""} ${reserved}`,
                  }
                : run.channel_id === "sms"
                  ? {
                      label: "Cost",
                      value: `${showKes(estimate.least_cents)} to ${showKes(estimate.most_cents)}`,
                      note: `${commas(estimate.least_parts)} parts when no one answers, ${commas(estimate.most_parts)} when everyone answers every question once. ${reserved}`,
                    }
                  : {
                      label: "Cost",
                      value: `At most ${showKes(estimate.most_cents)}`,
                      note: "One template for each person and each reminder. People who wrote to the number within 24 hours get the question without one, and answers cost nothing. The amount is reserved, and what is not used comes back.",
                    },
            ]}
          />
        )}
        {estimate && faults.length === 0 && status === "pending" && (
          <Form method="post">
            <input type="hidden" name="most_cents" value={estimate.most_cents} />
            <Button name="intent" value="start" variant="primary" size="lg" working={working}>
              {estimate.recipients > 0 ? `Ask ${countLabel(estimate.recipients, "person", "people")}` : "Start the run"}
            </Button>
          </Form>
        )}
        {status === "pending" && run.held_cents === 0 && (
          <TryOnPhone channel={run.channel_id} tried={tried} phone={phone} last={last} />
        )}
        {tried.latest && <DryRunCard dryRun={tried.latest} zone={zone} />}
      </div>
    </>
  );
}
