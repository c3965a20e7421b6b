// /settings/templates/new - a new message template (drawer); `?sample=` begins with one of ours
import { useActionData, useLoaderData } from "@remix-run/react";
import { TemplateForm } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { knownFields } from "../kit/templates/known.server";
import { samples } from "../kit/templates/samples";
import { act, done, page } from "../shell/page.server";
import { TemplateDrawer } from "./templates/template-form";

const path = "/settings/templates/new";

export const loader = page(path, async ({ api, url }) => ({
  fields: await knownFields(api),
  given: samples[url.searchParams.get("sample") ?? ""] ?? {},
}));

export const action = act(path, TemplateForm, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.createTemplate({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/templates"), "Template created");
});

export default function NewTemplate() {
  const { fields, given } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <TemplateDrawer title="New template" button="Create template" given={given} fields={fields} last={last} />;
}
