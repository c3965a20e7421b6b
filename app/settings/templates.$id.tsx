// /settings/templates/:id - change a message template (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { TemplateForm } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { knownFields, templateUse } from "../kit/templates/known.server";
import { sendHref, sendWords } from "../kit/templates/use";
import { act, done, need, page } from "../shell/page.server";
import { TemplateDrawer } from "./templates.form";

const path = "/settings/templates/:id";
const idOf = (params: { id: string }) => ({ id: Number(params.id) });

export const loader = page(path, async ({ ask, params, viewer }) => {
  const [template, fields] = await Promise.all([ask.messaging.template({ params: idOf(params) }), knownFields(ask)]);
  return { template: need(template, 200), fields, use: templateUse(viewer) };
});

export const action = act(path, TemplateForm, async ({ ask, params, value, refuse, from }) => {
  const answer = await ask.messaging.updateTemplate({ params: idOf(params), body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/templates"), "Template changed");
});

export default function ChangeTemplate() {
  const { template, fields, use } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const send = sendHref(use, template);
  return (
    <TemplateDrawer
      key={template.id}
      title={template.name}
      button="Save template"
      given={template}
      fields={fields}
      last={last}
      {...(send ? { send: { to: send, label: sendWords(use) } } : {})}
    />
  );
}
