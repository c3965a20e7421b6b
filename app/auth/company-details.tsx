// /auth/company-details - the company of a proven sign-up; creates the account and signs in (Q022)
import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { countries, timeZones } from "../../rules/countries";
import { showPhone } from "../../rules/phone";
import { CompanyDetails } from "../../services/identity/contract.signup";
import { href } from "../href";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Select, TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { findViewer } from "../shell/page.server";
import { asGuest, enter, readStep } from "../shell/steps.server";
import { ProductChoice } from "./sign-up/product-choice";

export const meta = titled("Your company");

export async function loader(args: LoaderFunctionArgs) {
  if (await findViewer(args)) throw redirect("/");
  const { name, email, phone, company_name } = await provenSignUp(args);
  return { name, email, phone: phone && showPhone(phone), company_name };
}

/** The sign-up of this browser, when its address is proven; without one, off to where it stands. */
async function provenSignUp(args: LoaderFunctionArgs) {
  const signup = await readStep("signup", args);
  if (typeof signup !== "string") throw redirect(href("/auth/signup"));
  const answer = await asGuest(args).api.identity.signUpState({ body: { signup } });
  if (answer.status !== 200) throw redirect(href("/auth/signup"));
  if (answer.body.step !== "details") throw redirect(href("/auth/verify-account"));
  return { signup, ...answer.body };
}

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const { signup } = await provenSignUp(args);
  const submission = parseWithZod(await readForm(args.request), { schema: CompanyDetails });
  if (submission.status !== "success") return data({ reply: submission.reply() }, { status: 422 });
  const answer = await api.identity.companyDetails({ body: { signup, ...submission.value } });
  if (answer.status === 201) return enter(from, args.request, answer.body.session.access_token, answer.body.return_to);
  const { message, errors } = answer.body;
  const refused = errors ? { fieldErrors: errors } : { formErrors: [message] };
  return data({ reply: submission.reply(refused) }, { status: answer.status });
}

export default function CompanyDetailsPage() {
  const { name, email, phone, company_name } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "company",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: CompanyDetails }),
    shouldRevalidate: "onInput",
    defaultValue: { company_name, phone, country: "KE", currency: "KES", time_zone: "Africa/Nairobi" },
  });
  return (
    <AuthFrame
      title="Your company"
      text={
        <>
          {name}, <span className="wrap-anywhere">{email}</span> is confirmed. The last step:
        </>
      }
    >
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <FormErrors errors={(form.errors ?? []).map((text) => ({ text }))} title="The account is not open yet" />
        <TextInput
          label="Company name"
          {...getInputProps(fields.company_name, { type: "text" })}
          key={fields.company_name.key}
          errors={fields.company_name.errors}
          autoComplete="organization"
        />
        {phone ? (
          <input type="hidden" name={fields.phone.name} value={phone} />
        ) : (
          <TextInput
            label="Mobile phone"
            {...getInputProps(fields.phone, { type: "tel" })}
            key={fields.phone.key}
            errors={fields.phone.errors}
            autoComplete="tel"
            help="For calls about your account, and M-Pesa."
          />
        )}
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Select
            label="Country"
            {...getSelectProps(fields.country)}
            key={fields.country.key}
            errors={fields.country.errors}
            choices={countries.map((country) => ({ value: country.code, label: country.name }))}
          />
          <Select
            label="Currency"
            {...getSelectProps(fields.currency)}
            key={fields.currency.key}
            errors={fields.currency.errors}
            choices={[{ value: "KES", label: "Shilling (KES)" }]}
          />
        </div>
        <Select
          label="Time zone"
          {...getSelectProps(fields.time_zone)}
          key={fields.time_zone.key}
          errors={fields.time_zone.errors}
          choices={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        />
        <TextInput
          label="KRA PIN"
          optional
          {...getInputProps(fields.kra_pin, { type: "text" })}
          key={fields.kra_pin.key}
          errors={fields.kra_pin.errors}
          autoCapitalize="characters"
          help="Shown on your invoices."
        />
        <ProductChoice field={fields.requested_products} />
        <Button variant="primary" size="lg" working={working}>
          Open the account
        </Button>
      </Form>
    </AuthFrame>
  );
}
