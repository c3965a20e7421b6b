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
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextArea, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { kindNames } from "../admin.list";

const id = z.coerce.number().int().positive();

/** A refusal says why; an approved payment may say what really arrived. */
export const DecisionForm = z
  .object({
    id,
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

type DecisionProps = { approval: Approval; zone: string; back: string; last: LastPost };

/** One thing that waits, and the two answers to it. */
export function Decision({ approval, zone, back, last }: DecisionProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ amount: string; reference: string; reason: string }>({
    id: "decision",
    lastResult: last?.reply,
  });
  const money = approval.kind !== "product";
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="card mb-4 grid gap-4 p-5 max-md:p-4">
      <input type="hidden" name="id" value={approval.id} />
      <input type="hidden" name="kind" value={approval.kind} />
      <div>
        <h2 className="font-semibold">
          {kindNames[approval.kind]}: {approval.title}
        </h2>
        <p className="text-sm text-quiet">
          <Link className="link" to={href("/jibu/admin/accounts/:id", { id: approval.customer_account })}>
            {approval.account_name}, account {approval.customer_account}
          </Link>
          . Requested by {approval.asked_by || "the account"} on {showDate(approval.asked_at, zone)}.
        </p>
        {approval.details && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{approval.details}</p>}
        {money && (
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
      {money && (
        <div className="grid gap-4 md:grid-cols-2">
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
        </div>
      )}
      <TextArea
        label="Reason"
        {...getTextareaProps(fields.reason)}
        key={fields.reason.key}
        errors={fields.reason.errors}
        rows={2}
        help="The account can read it. Required to refuse."
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" name="decision" value="approve" working={working}>
          Approve
        </Button>
        <Button variant="danger-outline" size="lg" name="decision" value="refuse" working={working}>
          Refuse
        </Button>
        <LinkButton to={back} size="lg" variant="ghost" preventScrollReset>
          Not now
        </LinkButton>
      </div>
    </Form>
  );
}
