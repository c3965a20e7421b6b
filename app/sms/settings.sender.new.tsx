// /sms/settings/sender/new - request a sender ID (drawer); `?again=` begins with an earlier request
import {
  type FieldMetadata,
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useForm,
} from "@conform-to/react";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { senderHelp, senderNetworks } from "../../rules/senders";
import { href } from "../href";
import { idIn } from "../kit/compose/start.server";
import { PostResult } from "../kit/post-result";
import { fieldErrors } from "../kit/refused-post";
import { Button, LinkButton } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Drawer } from "../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { FileField } from "../kit/ui/file-field";
import { act, page } from "../shell/page.server";
import { kindHelp } from "./compose/promotional";
import { SenderForm } from "./senders/sender-form";
import { SenderPreview } from "./senders/sender-preview";
import { sendRequest } from "./senders/sender-request.server";

const path = "/sms/settings/sender/new";

export const loader = page(path, async ({ api, url }) => {
  const again = idIn(url, "again");
  const asked = again === undefined ? undefined : await api.messaging.sender({ params: { id: again } });
  const before = asked?.status === 200 ? asked.body : undefined;
  const networks = before?.networks.filter(({ status }) => status !== "approved").map(({ network }) => network);
  return {
    papers: before?.papers.map(({ name }) => name) ?? [],
    start: {
      sender: before?.sender ?? "",
      kind: before?.kind ?? "transactional",
      purpose: before?.purpose ?? "",
      sample: before?.sample ?? "",
      networks: networks && networks.length > 0 ? networks : [...senderNetworks],
    },
  };
});

export const action = act(path, SenderForm, sendRequest, { files: "sender" });

type Fields = { sender: string; kind: string; purpose: string; sample: string; networks: string[] };

export default function RequestSenderId() {
  const { start, papers } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [uploading, setUploading] = useState(0);
  const [form, fields] = useForm<Fields>({
    id: "sender-request",
    lastResult: last?.reply,
    defaultValue: start,
  });
  const close = href("/sms/settings/sender");
  const shown = (field: FieldMetadata<string>) => field.value ?? field.initialValue ?? "";
  const kind = shown(fields.kind) === "promotional" ? "promotional" : "transactional";
  const before = papers.length > 0 ? `Sent before: ${papers.join(", ")}. ` : "";
  return (
    <Drawer
      title="Request a sender ID"
      close={close}
      foot={
        <>
          <Button
            variant="primary"
            size="lg"
            form={form.id}
            name="intent"
            value="send"
            working={working}
            {...(uploading > 0 ? { disabledReason: "The files are still being sent." } : {})}
          >
            Send the request
          </Button>
          <Button size="lg" form={form.id} name="intent" value="preview" className="[@media(scripting:enabled)]:hidden">
            Preview
          </Button>
          <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
            Cancel
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={(name) => (name === "files" ? name : `${form.id}-${name}`)} />
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        noValidate={scripted}
        className="grid gap-5"
      >
        <TextInput
          label="Sender ID"
          {...getInputProps(fields.sender, { type: "text" })}
          key={fields.sender.key}
          errors={fields.sender.errors}
          help={senderHelp}
          maxLength={11}
          autoComplete="off"
          spellCheck={false}
        />
        <Select
          label="Kind"
          {...getSelectProps(fields.kind)}
          key={fields.kind.key}
          errors={fields.kind.errors}
          help={kindHelp({ sender: "", kind, status: "approved" })}
          choices={[
            { value: "transactional", label: "Transactional: receipts, codes, reminders" },
            { value: "promotional", label: "Promotional: offers and advertising" },
          ]}
        />
        <CheckboxGroup id={fields.networks.id} legend="Networks" errors={fields.networks.errors ?? []} inline>
          {senderNetworks.map((network) => (
            <Checkbox
              key={network}
              name="networks"
              value={network}
              label={network}
              defaultChecked={ticked(fields.networks.initialValue).includes(network)}
            />
          ))}
        </CheckboxGroup>
        <TextArea
          label="What you will send"
          {...getTextareaProps(fields.purpose)}
          key={fields.purpose.key}
          errors={fields.purpose.errors}
          help="Who gets the messages, and why they expect them."
          rows={2}
          maxLength={500}
        />
        <TextArea
          label="A message as you would send it"
          {...getTextareaProps(fields.sample)}
          key={fields.sample.key}
          errors={fields.sample.errors}
          rows={3}
          maxLength={480}
        />
        <FileField
          label="Papers"
          purpose="sender"
          help={`${before}A signed letter that says you may use the name, and the registration of the business. Images or PDF, up to 5 files of 10 MB.`}
          optional={papers.length > 0}
          files={last?.files ?? []}
          errors={fieldErrors(last).files ?? []}
          onUploading={setUploading}
        />
        <SenderPreview sender={shown(fields.sender)} kind={kind} sample={shown(fields.sample)} />
      </Form>
    </Drawer>
  );
}

/** The ticked ones, as conform gives them: one value, several, or none. */
function ticked(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return typeof value === "string" ? [value] : [];
}
