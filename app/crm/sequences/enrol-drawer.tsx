import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import { stepKindNames } from "../../../rules/sequences";
import { DateTime } from "../../kit/date-time";
import { PostResult } from "../../kit/post-result";
import { Button } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { Select } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { recordHref } from "../record/places";
import type { enrolAction, enrolLoader } from "./enrol.server";

/** Chooses a sequence, shows what it would do and when, and puts the record in. */
export function EnrolDrawer() {
  const { record, sequences, chosen, plan, trouble, zone } = useLoaderData<ReturnType<typeof enrolLoader>>();
  const last = useActionData<ReturnType<typeof enrolAction>>();
  const working = useNavigation().state === "submitting";
  const close = recordHref(record);
  const why = plan?.refusal ? plan.refusal : undefined;
  return (
    <Drawer
      title="Put in a sequence"
      close={close}
      foot={
        plan && (
          <FormFoot
            submitLabel="Put in the sequence"
            close={close}
            form="enrol"
            working={working}
            {...(why ? { disabledReason: why } : {})}
          />
        )
      }
    >
      <PostResult last={last} />
      <p>
        <b className="font-medium wrap-anywhere">{record.name}</b>
      </p>
      {sequences.length === 0 ? (
        <p className="text-quiet">No sequence is on. People who set up the CRM add them in its settings.</p>
      ) : (
        <Form method="get" className="flex flex-wrap items-end gap-3" preventScrollReset>
          <Select
            id="enrol-sequence"
            name="sequence"
            label="Sequence"
            className="min-w-48 flex-1"
            defaultValue={chosen ? String(chosen.id) : undefined}
            choices={sequences.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Button size="lg">Show what happens</Button>
        </Form>
      )}
      {trouble && <p className="text-warn">{trouble}</p>}
      {plan && chosen && (
        <Form method="post" id="enrol" className="grid gap-4">
          <input type="hidden" name="intent" value="put in" />
          <input type="hidden" name="sequence" value={chosen.id} />
          {why && <p className="font-medium text-warn">{why}</p>}
          <ol className="grid gap-3" aria-label={`Steps of ${chosen.name}`}>
            {plan.steps.map((step) => (
              <PlannedStep key={step.step_id} step={step} zone={zone} />
            ))}
          </ol>
          <p className="text-sm text-quiet">
            {plan.cost_cents > 0
              ? `It costs about ${showKes(plan.cost_cents)}. Each message is charged when it is sent.`
              : "It costs nothing."}{" "}
            It ends as soon as they write. When many are sent on one day, some wait for the next.
          </p>
        </Form>
      )}
    </Drawer>
  );
}

type EnrolPage = Awaited<ReturnType<ReturnType<typeof enrolLoader>>>;
type PlannedSteps = NonNullable<EnrolPage["plan"]>["steps"];

function PlannedStep({ step, zone }: { step: PlannedSteps[number]; zone: string }) {
  const { kind, at, to, subject, text, refusal, parts, cost_cents } = step;
  const partsText = parts > 0 ? `${parts} ${parts === 1 ? "part" : "parts"}, ` : "";
  const cost = kind === "sms" || kind === "whatsapp" ? `${partsText}${showKes(cost_cents)}` : "";
  return (
    <li className="rounded border border-line p-3">
      <p className="text-sm text-quiet">
        <DateTime at={at} zone={zone} />
        {to && `, to ${kind === "email" ? to : showPhone(to)}`}
        {refusal === "" && cost && `, ${cost}`}
      </p>
      <p className="font-medium wrap-anywhere">
        {stepKindNames[kind]}
        {subject && `: ${subject}`}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      {refusal && <p className="mt-1 text-sm font-medium text-warn">This step will not be done. {refusal}</p>}
    </li>
  );
}
