// /sms/template - SMS templates: a wizard that writes one (view=create), and those there are (view=list)
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileText, Plus } from "lucide-react";
import { z } from "zod";
import { TemplateForm } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { knownFields, templateUse } from "../kit/templates/known.server";
import { samples } from "../kit/templates/samples";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { act, done, page } from "../shell/page.server";
import { messageColumns, smsTemplates, TemplateActions } from "./templates/sms-templates.list";
import { TemplateWizard } from "./templates/template-wizard";

const path = "/sms/template";

/** `next` goes on to step two, `back` returns to step one with what was written, `create` keeps it. */
const Step = TemplateForm.omit({ channel: true }).extend({ intent: z.enum(["next", "back", "create"]).catch("next") });

export const meta = titled("SMS templates");

export const loader = page(path, async (given) => {
  const { api, url, viewer } = given;
  const use = templateUse(viewer);
  if (url.searchParams.get("view") === "list")
    return { view: "list" as const, found: await loadList(smsTemplates, given), use };
  const start = samples[url.searchParams.get("sample") ?? ""] ?? { name: "", body: "" };
  return { view: "create" as const, fields: await knownFields(api), start };
});

export const action = act(path, Step, async ({ api, value, refuse, from }) => {
  const { intent, ...given } = value;
  if (intent !== "create") return data({ step: intent === "next" ? 2 : 1, given });
  const answer = await api.messaging.createTemplate({ body: { ...given, channel: "sms" } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, undefined, { view: "list" }), `${answer.body.name} was saved.`);
});

export default function SmsTemplate() {
  const read = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const checking = last && "step" in last ? last : undefined;
  const tab = (name: "create" | "list", label: string) => ({
    label,
    to: name === "create" ? href(path) : href(path, undefined, { view: name }),
    current: read.view === name,
  });
  return (
    <>
      <PageHeader title="SMS templates" text="Messages your team sends often." />
      <ActionNotice notice={formNotice(last && "reply" in last ? last : undefined)} />
      <Tabs label="View" tabs={[tab("create", "Create"), tab("list", "List")]} />
      {read.view === "list" ? (
        <ListPage
          list={{ ...smsTemplates, columns: (facts) => messageColumns(smsTemplates.columns(facts), read.use) }}
          found={read.found}
          bare
          action={(template) => <TemplateActions template={template} use={read.use} />}
          empty={{
            icon: FileText,
            title: "No SMS templates yet",
            text: "A template is a message you send often, such as a payment reminder.",
            actions: (
              <LinkButton to={href(path)} variant="primary" icon={Plus}>
                Create a template
              </LinkButton>
            ),
          }}
        />
      ) : (
        <TemplateWizard
          key={checking?.step ?? 1}
          step={checking?.step ?? 1}
          given={checking?.given ?? read.start}
          fields={read.fields}
          last={last && "reply" in last ? last.reply : undefined}
        />
      )}
    </>
  );
}
