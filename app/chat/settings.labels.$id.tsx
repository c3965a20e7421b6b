// /chat/settings/labels/:id - a label, or a new one (drawer)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { labelColourNames, labelColours } from "../../rules/chat-labels";
import { LabelForm } from "../../services/chat/contract.labels";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { typedCheck, typedText } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { LabelMark } from "./labels/label-mark";
import { numberIn } from "./settings/settings.server";

const path = "/chat/settings/labels/:id";
const list = href("/chat/settings/labels");

const Fields = z.object({
  name: typedText,
  colour: LabelForm.shape.colour,
  archived: typedCheck,
});

export const loader = page(path, async ({ api, params }) => {
  if (params.id === "new") return { label: null };
  const { id = 0 } = numberIn(params.id);
  const { data } = expectStatus(await api.chat.labels({ query: { label_id: id } }), 200);
  const label = data.find((one) => one.id === id);
  if (!label) throw new Response("There is no such label.", { status: 404 });
  return { label };
});

export const action = act(path, Fields, async ({ api, params, from, value, refuse }) => {
  const answer = await api.chat.saveLabel({ body: { ...numberIn(params.id), ...value } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, list, answer.body.message, "Saved");
});

export default function ChatLabel() {
  const { label } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "chat-label",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Fields }),
    defaultValue: { name: label?.name ?? "", colour: label?.colour ?? "grey", archived: label?.archived ? "on" : "" },
  });
  return (
    <FormDrawer
      title={label ? label.name : "New label"}
      close={list}
      submitLabel={label ? "Save" : "Create label"}
      form={form}
      last={last}
      beside={
        label && (
          <LinkButton to={href("/chat/settings/labels/:id/delete", { id: label.id })} variant="ghost" size="lg">
            Delete
          </LinkButton>
        )
      }
    >
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        help="Short, such as Refund or VIP."
      />
      <CheckboxGroup id={fields.colour.id} legend="Colour" errors={fields.colour.errors} inline>
        {labelColourNames.map((colour) => (
          <Checkbox
            key={colour}
            type="radio"
            name="colour"
            value={colour}
            defaultChecked={fields.colour.initialValue === colour}
            label={<LabelMark label={{ name: labelColours[colour], colour }} />}
          />
        ))}
      </CheckboxGroup>
      {label && (
        <Checkbox
          name="archived"
          defaultChecked={fields.archived.initialValue === "on"}
          label="Archived"
          help="Agents can't add it any more. Conversations that have it keep it, and reports show it."
        />
      )}
    </FormDrawer>
  );
}
