import { Form, useLocation } from "@remix-run/react";
import { useState } from "react";
import { showKes } from "../../../rules/money";
import {
  type HeaderFormat,
  headerFileAccept,
  headerFileHelp,
  headerFileTitle,
  mediaKey,
} from "../../../rules/whatsapp/header-files";
import { headerFormat, renderTemplate, templateVariables } from "../../../rules/whatsapp/templates";
import type { Template } from "../../../services/whatsapp/contract.templates";
import { fieldErrors, type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { TemplateBubble } from "../../kit/whatsapp/bubble";
import { inboxHref } from "./inbox-links";

type TemplateDrawerProps = {
  templates: readonly (Template & { cents: number })[];
  chosen: number | undefined;
  /** The customer's name, as a first guess of the first value. */
  name: string;
  requestId: string;
  /** What was refused, with all that was typed. */
  last: RefusedPost | undefined;
  close: string;
  working: boolean;
};

/** What may be written when the 24 hours are over: a template, with its values, as the customer will read it. */
export function TemplateDrawer({ templates, chosen, name, requestId, last, close, working }: TemplateDrawerProps) {
  const { pathname, search } = useLocation();
  const template = templates.find(({ id, unusable }) => id === chosen && unusable === "");
  const [uploading, setUploading] = useState(0);
  const format = template && headerFormat(template.components);
  const kept = [...new URLSearchParams(search)].filter(([key]) => key !== "template");
  return (
    <Drawer
      title="Send a template"
      close={close}
      foot={
        <>
          {template && (
            <Button
              variant="primary"
              size="lg"
              form="send-template"
              working={working}
              {...(uploading > 0 ? { disabledReason: "The file is still on its way." } : {})}
            >
              Send the template
            </Button>
          )}
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <div className="grid gap-5">
        <Form method="get" action={pathname} className="flex items-end gap-2">
          {kept.map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <Select
            id="template"
            name="template"
            label="Template"
            className="min-w-0 flex-1"
            empty="Choose a template"
            defaultValue={template ? String(template.id) : ""}
            choices={templates.map((one) => ({
              value: String(one.id),
              label: `${one.name} (${one.language})${one.unusable && `: ${one.unusable}`}`,
              ...(one.unusable ? { disabled: true } : {}),
            }))}
          />
          <Button>Choose</Button>
        </Form>
        {templates.length === 0 && <p className="text-quiet">This number has no templates yet.</p>}
        {template && (
          <Form
            id="send-template"
            key={template.id}
            method="post"
            encType="multipart/form-data"
            action={inboxHref(search, { drawer: "template", template: template.id })}
            className="grid gap-4"
            data-keeps=""
          >
            <input type="hidden" name="intent" value="template" />
            <input type="hidden" name="template_id" value={template.id} />
            <input type="hidden" name="request_id" value={typedValue(last, "request_id") ?? requestId} />
            <TemplateBubble template={renderTemplate(template.components, {})} file={template.sample} />
            {format && (
              <HeaderFile format={format} sample={template.sample !== null} last={last} onUploading={setUploading} />
            )}
            {templateVariables(template.components).map(({ key, label }, place) => (
              <div key={key}>
                <input type="hidden" name={`keys[${place}]`} value={key} />
                <TextInput
                  id={`values[${place}]`}
                  name={`values[${place}]`}
                  label={label}
                  {...(key === mediaKey ? { optional: true, help: "In the place of a file." } : { required: true })}
                  maxLength={300}
                  defaultValue={
                    typedValue(last, `values[${place}]`) ??
                    (key === "body.1" ? (name.trim().split(/\s+/)[0] ?? "") : "")
                  }
                />
              </div>
            ))}
            {template.cents > 0 && <p>Costs {showKes(template.cents)}.</p>}
          </Form>
        )}
      </div>
    </Drawer>
  );
}

type HeaderFileProps = {
  format: HeaderFormat;
  /** The template has a sample, which is shown above. */
  sample: boolean;
  last: RefusedPost | undefined;
  onUploading(count: number): void;
};

/** The file that goes in the header of this message. */
function HeaderFile({ format, sample, last, onUploading }: HeaderFileProps) {
  return (
    <FileField
      id="template-file"
      label={headerFileTitle(format)}
      purpose="chat"
      single
      accept={headerFileAccept(format)}
      help={`${headerFileHelp(format)}${sample ? " The one above is a sample." : ""}`}
      files={last?.files ?? []}
      errors={fieldErrors(last).files ?? []}
      onUploading={onUploading}
    />
  );
}
