// /settings/selfcare/details - who the invoices are made out to
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { BillingForm } from "../../services/billing/contract.statement";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/settings/selfcare/details";

/** An empty field arrives as nothing at all: it gets the words for an empty one. */
const DetailsForm = BillingForm.extend({
  name: z.string({ error: "Enter the name for the invoices." }).pipe(BillingForm.shape.name),
  email: z.string({ error: "Enter the email address for invoices and alerts." }).pipe(BillingForm.shape.email),
});

export const meta = titled("Invoice details");

export const loader = page(path, async ({ api, viewer }) => {
  const details = expectStatus(await api.billing.billingDetails({ params: { id: viewer.billing_customer_id } }), 200);
  return { details };
});

export const action = act(path, DetailsForm, async ({ api, value, refuse, from }) => {
  const answer = await api.billing.saveBilling({ body: value });
  if (answer.status !== 200) return refuse(answer.body);
  return done(from, href("/settings/selfcare"), "Invoice details saved");
});

export default function InvoiceDetails() {
  const { details } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, fields] = useForm({
    id: "invoice-details",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: DetailsForm }),
    defaultValue: details,
  });
  const back = href("/settings/selfcare");
  const text = (name: "name" | "email" | "phone" | "address" | "town" | "kra_pin") => {
    const { key: _stated, ...given } = getInputProps(fields[name], { type: name === "email" ? "email" : "text" });
    return { ...given, errors: fields[name].errors };
  };
  return (
    <div className="max-w-[640px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Invoice details"
        text="Shown on new invoices. Issued invoices never change."
        back={{ label: "Billing and balance", to: back }}
      />
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="card grid gap-5 p-5 max-md:p-4">
        <UnsavedForm refused={last} />
        <TextInput key={fields.name.key} label="Name" {...text("name")} autoComplete="organization" />
        <TextInput
          key={fields.email.key}
          label="Email"
          {...text("email")}
          autoComplete="email"
          help="Invoices and alerts are sent there."
        />
        <TextInput key={fields.phone.key} label="Phone" {...text("phone")} autoComplete="tel" optional />
        <TextInput
          key={fields.address.key}
          label="Address"
          {...text("address")}
          autoComplete="street-address"
          optional
        />
        <TextInput key={fields.town.key} label="Town" {...text("town")} autoComplete="address-level2" optional />
        <TextInput key={fields.kra_pin.key} label="KRA PIN" {...text("kra_pin")} optional help="Such as P051234567X." />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" working={working}>
            Save
          </Button>
          <LinkButton to={back} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}
