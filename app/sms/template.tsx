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
import { postedText } from "../kit/templates/counter";
import { knownFields, templateUse } from "../kit/templates/known.server";
import { samples } from "../kit/templates/samples";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { act, done, page } from "../shell/page.server";
import { messageColumns, smsTemplates, TemplateActions } from "./templates/sms-templates.list";
import { type TemplateDraft, TemplateWizard, type WizardStep } from "./templates/template-wizard";

const path = "/sms/template";

const written = TemplateForm.omit({ channel: true }).extend({ body_sw: TemplateForm.shape.body_sw.default("") });
const unwritten = { body: z.string().default(""), body_sw: z.string().default("") };

/** Each button names the step it leads to; `create` keeps the template. A step back asks for nothing. */
const Step = z.discriminatedUnion("intent", [
  z.object({ ...unwritten, intent: z.literal("details"), name: z.string().default("") }),
  z.object({ ...unwritten, intent: z.literal("content"), name: TemplateForm.shape.name }),
  written.extend({ intent: z.literal("preview") }),
  written.extend({ intent: z.literal("create") }),
]);

const stepOf = { details: 1, content: 2, preview: 3 } as const;

/** Templates beside the first step, the newest. */
const beside = 5;

export const meta = titled("SMS templates");

export const loader = page(path, async (given) => {
  const { api, url, viewer } = given;
  const use = templateUse(viewer);
  if (url.searchParams.get("view") === "list")
    return { view: "list" as const, found: await loadList(smsTemplates, given), use };
  const start = { name: "", body: "", body_sw: "", ...samples[url.searchParams.get("sample") ?? ""] };
  const [fields, newest] = await Promise.all([
    knownFields(api),
    api.messaging.templates({ query: { channel: "sms", per_page: beside } }),
  ]);
  const active = newest.status === 200 ? newest.body.data.map(({ id, name }) => ({ id, name })) : [];
  return { view: "create" as const, fields, start, active };
});

export const action = act(path, Step, async ({ api, value, refuse, from }) => {
  const { intent, ...given } = value;
  if (intent !== "create") return data({ step: stepOf[intent], given });
  const answer = await api.messaging.createTemplate({ body: { ...given, channel: "sms" } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, undefined, { view: "list" }), `${answer.body.name} was saved.`);
});

export default function SmsTemplate() {
  const read = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { step, kept } = placeOf(last);
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
        <div className="grid max-w-[1064px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
          <TemplateWizard
            key={step}
            step={step}
            given={kept ?? read.start}
            fields={read.fields}
            last={last && "reply" in last ? last.reply : undefined}
          />
          <ActiveTemplates templates={read.active} />
        </div>
      )}
    </>
  );
}

/** The step to show and what was written: a refused post stays on the step that posted it. */
function placeOf(last: ReturnType<typeof useActionData<typeof action>>): {
  step: WizardStep;
  kept: TemplateDraft | undefined;
} {
  if (!last) return { step: 1, kept: undefined };
  if ("step" in last) return { step: last.step, kept: last.given };
  const posted = last.reply.initialValue ?? {};
  const kept = { name: postedText(posted.name), body: postedText(posted.body), body_sw: postedText(posted.body_sw) };
  return { step: posted.intent === "content" || last.reply.error?.name ? 1 : 2, kept };
}

/** The templates there are, beside the form of a new one. */
function ActiveTemplates({ templates }: { templates: readonly { id: number; name: string }[] }) {
  return (
    <Card label="Your templates">
      <CardHead title="Your templates" />
      {templates.length === 0 ? (
        <p className="p-4 text-sm text-quiet">None yet.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {templates.map(({ id, name }) => (
            <li key={id} className="px-4 py-2 wrap-anywhere">
              <Link className="link" to={href("/settings/templates/:id", { id })}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-sm">
        <Link className="link" to={href(path, undefined, { view: "list" })}>
          All SMS templates
        </Link>
      </p>
    </Card>
  );
}
