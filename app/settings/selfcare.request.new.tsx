// /settings/selfcare/request/new - send a bank slip (drawer); `?invoice=` pays an open pro forma
import { getFormProps, getInputProps, getTextareaProps, useForm } from "@conform-to/react";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { href } from "../href";
import { mayPay } from "../kit/money/access";
import { Closed } from "../kit/money/closed";
import { PostResult } from "../kit/post-result";
import { fieldErrors } from "../kit/refused-post";
import { Button, LinkButton } from "../kit/ui/button";
import { DateField } from "../kit/ui/date-field";
import { Drawer } from "../kit/ui/drawer";
import { TextArea, TextInput } from "../kit/ui/field";
import { FileField } from "../kit/ui/file-field";
import { act, page } from "../shell/page.server";
import { sendSlip } from "./selfcare/request.server";
import { SlipFields } from "./selfcare/request-form";

const path = "/settings/selfcare/request/new";

export const loader = page(path, async ({ api, url, viewer }) => {
  const id = Number(url.searchParams.get("invoice"));
  const asked = Number.isSafeInteger(id) && id > 0 ? await api.billing.invoice({ params: { id } }) : undefined;
  const invoice = asked?.status === 200 && asked.body.state === "open" ? asked.body : undefined;
  return {
    mayPay: mayPay(viewer),
    payKey: crypto.randomUUID(),
    today: new Intl.DateTimeFormat("en-CA", { timeZone: viewer.time_zone }).format(new Date()),
    invoice: invoice ? { id: invoice.id, number: invoice.number, cents: invoice.total_cents } : null,
  };
});

export const action = act(path, SlipFields, sendSlip, { files: "slip" });

type Slip = { amount: string; bank: string; reference: string; paid_on: string; note: string };

export default function NewSlip() {
  const { mayPay, payKey, today, invoice } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [uploading, setUploading] = useState(0);
  const [form, fields] = useForm<Slip>({
    id: "bank-slip",
    lastResult: last?.reply,
    defaultValue: { amount: invoice ? (invoice.cents / 100).toFixed(2) : "" },
  });
  const close = href("/settings/selfcare/request");
  return (
    <Drawer
      title="Send a bank slip"
      close={close}
      foot={
        <>
          {mayPay && (
            <Button
              variant="primary"
              size="lg"
              form={form.id}
              working={working}
              {...(uploading > 0 ? { disabledReason: "The file is still on its way." } : {})}
            >
              Send for approval
            </Button>
          )}
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={(name) => (name === "files" ? name : `${form.id}-${name}`)} />
      {mayPay ? (
        <Form
          method="post"
          encType="multipart/form-data"
          {...getFormProps(form)}
          noValidate={scripted}
          className="grid gap-5"
        >
          <input type="hidden" name="key" value={payKey} />
          {invoice && <input type="hidden" name="invoice_id" value={invoice.id} />}
          {invoice && <p className="text-quiet">It pays the invoice {invoice.number}.</p>}
          <TextInput
            label="Amount on the slip, in KES"
            {...getInputProps(fields.amount, { type: "text" })}
            key={fields.amount.key}
            errors={fields.amount.errors}
            inputMode="decimal"
          />
          <TextInput
            label="Bank"
            {...getInputProps(fields.bank, { type: "text" })}
            key={fields.bank.key}
            errors={fields.bank.errors}
            help="Such as KCB, Equity or Co-operative Bank."
          />
          <TextInput
            label="Slip number"
            {...getInputProps(fields.reference, { type: "text" })}
            key={fields.reference.key}
            errors={fields.reference.errors}
          />
          <DateField
            label="Day on the slip"
            {...getInputProps(fields.paid_on, { type: "date" })}
            key={fields.paid_on.key}
            errors={fields.paid_on.errors}
            max={today}
          />
          <FileField
            label="The slip"
            purpose="slip"
            optional
            files={last?.files?.slice(-1) ?? []}
            errors={fieldErrors(last).files ?? []}
            onUploading={setUploading}
          />
          <TextArea
            label="Note"
            {...getTextareaProps(fields.note)}
            key={fields.note.key}
            errors={fields.note.errors}
            optional
            rows={2}
          />
        </Form>
      ) : (
        <Closed to="pay" />
      )}
    </Drawer>
  );
}
