// /whatsapp/template/new - a template that is handed in for WhatsApp's review
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { templateLimits } from "../../rules/whatsapp/templates";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { HeaderFields } from "./templates/header-field";
import { languages } from "./templates/labels";
import { TemplateButtons } from "./templates/template-buttons";
import { buttonErrors, formField, TypedTemplate, toTemplate } from "./templates/template-form";

const path = "/whatsapp/template/new";

export const meta = titled("New WhatsApp template");

export const loader = page(path, async ({ api }) => {
  const { data } = expectStatus(await api.whatsapp.numbers({}), 200);
  return {
    numbers: data.map(({ id, name, shown }) => ({
      value: String(id),
      label: shown && !name.includes(shown) ? `${name} (${shown})` : name,
    })),
  };
});

export const action = act(
  path,
  TypedTemplate,
  async ({ api, value, files, refuse, from }) => {
    const kept = { files: files.slice(-1) };
    const undecided = buttonErrors(value);
    if (Object.keys(undecided).length > 0)
      return refuse({ message: "Please correct the marked fields.", errors: undecided, title: "Not handed in" }, kept);
    const answer = await api.whatsapp.createTemplate({ body: toTemplate(value, files.at(-1)?.id) });
    if (answer.status === 201)
      return done(
        from,
        href("/whatsapp/template"),
        `${answer.body.name} was handed in. WhatsApp decides, mostly within minutes.`,
      );
    const errors: Record<string, string[]> = {};
    for (const [name, words] of Object.entries(answer.body.errors ?? {})) {
      const field = formField(name, value);
      errors[field] = [...(errors[field] ?? []), ...words];
    }
    return refuse({ ...answer.body, errors, title: "Not handed in" }, kept);
  },
  { files: "template" },
);

const empty = {
  ...{ channel_id: "", name: "", language: "en", category: "UTILITY", header_kind: "NONE" },
  ...{ header: "", header_sample: "" },
  ...{ body: "", body_samples: "", footer: "" },
};

export default function NewTemplate() {
  const { numbers } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const [uploading, setUploading] = useState(0);
  const back = { label: "Templates", to: href("/whatsapp/template") };
  const held = keepTyped(last, { ...empty, channel_id: numbers[0]?.value ?? "" });
  const errors = fieldErrors(last);
  const field = (name: keyof typeof held) => ({
    ...{ id: name, name, defaultValue: held[name], errors: errors[name] ?? [] },
  });
  if (numbers.length === 0)
    return (
      <>
        <PageHeader title="New WhatsApp template" back={back} />
        <Card>
          <EmptyState
            title="Add a number first"
            text="A template belongs to the business account of a number."
            actions={<LinkButton to={href("/whatsapp/inboxes/addNumber")}>Add a number</LinkButton>}
          />
        </Card>
      </>
    );
  return (
    <>
      <PageHeader
        title="New WhatsApp template"
        text="WhatsApp reviews the text before you can send it. Write variables as {{1}}, {{2}} and give a sample for each."
        back={back}
      />
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="The template" className="max-w-[760px] md:p-5!">
        <Form method="post" encType="multipart/form-data" className="grid gap-5">
          <UnsavedForm refused={last} />
          <Select
            label="Number"
            choices={numbers}
            help="Every number of its business account can use the template."
            {...field("channel_id")}
          />
          <TextInput
            label="Name"
            help="Small letters, digits and _, like order_on_its_way."
            maxLength={templateLimits.name}
            {...field("name")}
          />
          <div className="grid gap-5 md:grid-cols-2">
            <Select label="Language" choices={[...languages]} {...field("language")} />
            <Select
              label="Category"
              help="Offers and news are marketing. Utility is about an order, a payment or an appointment."
              choices={[
                { value: "UTILITY", label: "Utility" },
                { value: "MARKETING", label: "Marketing" },
              ]}
              {...field("category")}
            />
          </div>
          <HeaderFields
            kind={field("header_kind")}
            text={field("header")}
            sample={field("header_sample")}
            files={last?.files ?? []}
            fileErrors={errors.files ?? []}
            onUploading={setUploading}
          />
          <TextArea label="Text" rows={5} maxLength={templateLimits.body} {...field("body")} />
          <TextArea
            label="Samples for the text's variables"
            optional
            help="One a line, in the order of the variables: Wanjiru, then 1,500."
            rows={3}
            {...field("body_samples")}
          />
          <TextInput label="Footer" optional maxLength={templateLimits.footer} {...field("footer")} />
          <TemplateButtons last={last} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              size="lg"
              working={working}
              {...(uploading > 0 ? { disabledReason: "The file is still on its way." } : {})}
            >
              Hand in for review
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
