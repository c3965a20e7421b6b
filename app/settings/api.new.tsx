// /settings/api/new - a new API key, which is shown once
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { keyScopeNames, keyScopes } from "../../rules/api-keys";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedList, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { DateField } from "../kit/ui/date-field";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Snippet } from "../kit/ui/snippet";
import { act, page } from "../shell/page.server";
import { hasScope, lackingScopes } from "./api/rights";

const path = "/settings/api/new";

const NewKey = z.object({ name: typedText, scopes: typedList, expires_on: typedText });

export const meta = titled("New API key");

export const loader = page(path, async ({ viewer }) => ({
  offered: keyScopeNames.filter((scope) => hasScope(viewer, scope)),
  beyond: lackingScopes(viewer),
}));

export const action = act(path, NewKey, async ({ api, value, refuse }) => {
  const { name: given, expires_on } = value;
  const scopes = keyScopeNames.filter((scope) => value.scopes.includes(scope));
  const answer = await api.identity.createApiKey({ body: { name: given, scopes, expires_on: expires_on || null } });
  if (answer.status !== 201) return refuse(answer.body);
  const { name, secret } = answer.body;
  return data({ made: { name, secret } }, { headers: { "cache-control": "no-store" } });
});

export default function NewApiKey() {
  const { offered, beyond } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = { label: "API keys", to: href("/settings/api") };
  if (last && "made" in last)
    return (
      <>
        <PageHeader title={`The key ${last.made.name} was created`} back={back} />
        <Card padded label="Key" className="grid max-w-[720px] gap-4 md:p-5!">
          <p>Copy it now and keep it in a safe place. It is not shown again.</p>
          <Snippet id="secret" label="API key" text={last.made.secret} rows={2} />
          <div className="flex flex-wrap gap-2">
            <LinkButton to={href("/settings/api/guide")} variant="primary">
              How to use it
            </LinkButton>
            <LinkButton to={back.to} variant="ghost">
              All API keys
            </LinkButton>
          </div>
        </Card>
      </>
    );
  const typed = keepTyped(last, { name: "", scopes: [] as string[], expires_on: "" });
  const errors = fieldErrors(last);
  return (
    <>
      <PageHeader
        title="New API key"
        back={back}
        text="A key can only do what you allow it here. Everything it sends is paid from this account's balance."
      />
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="New API key" className="max-w-[720px] md:p-5!">
        <Form method="post" className="grid gap-5">
          <TextInput
            id="name"
            name="name"
            label="Name"
            help="The program that will use it, such as Till at Moi Avenue."
            defaultValue={typed.name}
            errors={errors.name ?? []}
            autoComplete="off"
            maxLength={60}
            required
          />
          <CheckboxGroup id="scopes" legend="The key may" errors={errors.scopes ?? []} boxed>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                name="scopes"
                value={scope}
                label={keyScopes[scope].label}
                help={beyond.includes(scope) ? "You may not do this yourself." : keyScopes[scope].text}
                disabled={beyond.includes(scope)}
                defaultChecked={typed.scopes.includes(scope)}
              />
            ))}
          </CheckboxGroup>
          <DateField
            id="expires_on"
            name="expires_on"
            label="Last day"
            help="Empty: it works until you revoke it."
            quick="future"
            defaultValue={typed.expires_on}
            errors={errors.expires_on ?? []}
            optional
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" working={working}>
              Create API key
            </Button>
            <LinkButton to={back.to} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </>
  );
}
