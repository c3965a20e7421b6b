import { Form } from "@remix-run/react";
import {
  ArrowDown,
  ArrowUp,
  CheckSquare,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Pencil,
  Plus,
} from "lucide-react";
import { maxSteps, type StepKind, stepKindNames, waitText } from "../../../rules/sequences";
import type { Sequence, SequenceStep } from "../../../services/crm/contract.sequences";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { stepTitle } from "./words";

const icons: Record<StepKind, LucideIcon> = {
  email: Mail,
  sms: MessageSquare,
  whatsapp: MessageCircle,
  task: CheckSquare,
};
const addWords: Record<StepKind, string> = {
  email: "Add an email",
  sms: "Add an SMS",
  whatsapp: "Add a WhatsApp message",
  task: "Add a task",
};

type StepsCardProps = {
  sequence: Sequence & { steps: readonly SequenceStep[] };
  /** The kinds that may be added. */
  kinds: readonly StepKind[];
};

/** The steps in their order, and the ways to another one. */
export function StepsCard({ sequence: { id, steps }, kinds }: StepsCardProps) {
  const ids = steps.map((step) => step.id);
  return (
    <Card label="Steps" className="max-w-[900px]">
      <CardHead title="Steps" />
      {steps.length === 0 ? (
        <p className="p-4 text-quiet">No steps yet. Add what happens first.</p>
      ) : (
        <ol className="divide-y divide-line">
          {steps.map((step, index) => (
            <StepRow key={step.id} {...{ sequence: id, step, index, ids }} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line p-4">
        {kinds.map((kind) => (
          <LinkButton
            key={kind}
            to={href("/crm/settings/sequences/:id/steps/new", { id }, { kind })}
            icon={Plus}
            preventScrollReset
            {...(steps.length >= maxSteps ? { disabledReason: `A sequence has at most ${maxSteps} steps.` } : {})}
          >
            {addWords[kind]}
          </LinkButton>
        ))}
      </div>
    </Card>
  );
}

type StepRowProps = { sequence: number; step: SequenceStep; index: number; ids: readonly number[] };

function StepRow({ sequence, step, index, ids }: StepRowProps) {
  const Icon = icons[step.kind];
  const title = stepTitle(step);
  const moved = (by: -1 | 1) => {
    const order = ids.filter((one) => one !== step.id);
    order.splice(index + by, 0, step.id);
    return order.join(",");
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <Icon size={16} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-sm text-quiet wrap-anywhere">
          {waitText(step)}
          {step.kind !== "whatsapp" && step.sender && `, from ${step.sender}`}
        </p>
      </div>
      <div className="ml-auto flex items-center">
        {ids.length > 1 &&
          ([-1, 1] as const).map((by) => (
            <Form key={by} method="post" preventScrollReset>
              <input type="hidden" name="intent" value="rank" />
              <input type="hidden" name="steps" value={moved(by)} />
              <Button
                variant="ghost"
                icon={by < 0 ? ArrowUp : ArrowDown}
                label={`Move step ${index + 1} ${by < 0 ? "up" : "down"}`}
                {...((by < 0 ? index === 0 : index === ids.length - 1)
                  ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                  : {})}
              />
            </Form>
          ))}
        <LinkButton
          to={href("/crm/settings/sequences/:id/steps/:step", { id: sequence, step: step.id })}
          variant="ghost"
          icon={Pencil}
          label={`Change step ${index + 1}, ${stepKindNames[step.kind]}`}
          preventScrollReset
        />
      </div>
    </li>
  );
}
