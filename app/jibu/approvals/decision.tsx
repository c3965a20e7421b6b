import { getFormProps, getInputProps, getTextareaProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { FileText } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { showDate } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { Approval } from "../../../services/billing/contract.approvals";
import { href } from "../../href";
import { Amount } from "../../kit/money/amount";
import { PostResult } from "../../kit/post-result";
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { TextArea, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { kindNames } from "../admin.list";

/** A refusal says why; an approved payment may say what really arrived. */
export const DecisionForm = z
  .object({
    kind: z.enum(["product", "bank", "unmatched"]),
    decision: z.enum(["approve", "refuse"], { error: "Approve or refuse." }),
    amount: Amount("Enter what arrived in KES, or nothing.").optional(),
    reference: z.string().trim().max(40, "At most 40 characters.").default(""),
    reason: z.string().trim().max(200, "At most 200 characters.").default(""),
  })
  .refine(({ decision, reason }) => decision === "approve" || reason.length >= 3, {
    path: ["reason"],
    message: "Enter the reason.",
  });

type DecisionProps = { approval: Approval | undefined; zone: string; close: string; last: LastPost };

/** One thing that waits, and the two answers to it; or that it waits no more. */
export function Decision({ approval, zone, close, last }: DecisionProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ amount: string; reference: string; reason: string }>({
    id: "decision",
    lastResult: last?.reply,
  });
  if (!approval)
    return (
      <Drawer title="Nothing to decide" close={close} foot={<LinkButton to={close}>Back to the list</LinkButton>}>
        <PostResult last={last} />
        <p>This request was decided already, or there is none with this number.</p>
      </Drawer>
    );
  const money = approval.kind !== "product";
  return (
    <Drawer
      title={kindNames[approval.kind]}
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="decision" name="decision" value="approve" working={working}>
            Approve
          </Button>
          <Button variant="danger-outline" size="lg" form="decision" name="decision" value="refuse" working={working}>
            Refuse
          </Button>
          <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
            Not now
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={(name) => `decision-${name}`} />
      <Request approval={approval} zone={zone} />
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <input type="hidden" name="kind" value={approval.kind} />
        {money && (
          <>
            <TextInput
              label="What arrived, in KES"
              {...getInputProps(fields.amount, { type: "text" })}
              key={fields.amount.key}
              errors={fields.amount.errors}
              inputMode="decimal"
              optional
              help="Only when it is not the amount above."
            />
            <TextInput
              label="Receipt number of the bank or M-Pesa"
              {...getInputProps(fields.reference, { type: "text" })}
              key={fields.reference.key}
              errors={fields.reference.errors}
              optional
            />
          </>
        )}
        <TextArea
          label="Reason"
          {...getTextareaProps(fields.reason)}
          key={fields.reason.key}
          errors={fields.reason.errors}
          rows={2}
          help="The account can read it. Required to refuse."
        />
      </Form>
    </Drawer>
  );
}

/** What is asked for, by whom and when. */
function Request({ approval, zone }: { approval: Approval; zone: string }) {
  return (
    <div>
      <h3 className="font-semibold">{approval.title}</h3>
      <p className="text-sm text-quiet">
        <Link className="link" to={href("/jibu/admin/accounts/:id", { id: approval.customer_account })}>
          {approval.account_name}, account {approval.customer_account}
        </Link>
        . Requested by {approval.asked_by || "the account"} on {showDate(approval.asked_at, zone)}.
      </p>
      {approval.details && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{approval.details}</p>}
      {approval.kind !== "product" && (
        <p className="num mt-2">
          {showKes(approval.amount_cents)}
          {approval.reference && `, ${approval.reference}`}
        </p>
      )}
      {approval.file_id !== null && (
        <p className="mt-2">
          <Link
            className="link inline-flex min-h-6 items-center gap-1.5"
            to={href("/jibu/admin/slips/:id", { id: approval.id })}
            reloadDocument
            target="_blank"
          >
            <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
            Open the slip<span className="sr-only"> in a new tab</span>
          </Link>
        </p>
      )}
    </div>
  );
}
