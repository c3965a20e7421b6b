import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { type FieldKind, fieldKindNames, fieldKinds } from "../../../rules/chat-forms";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Checkbox } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { WithoutScript } from "../../kit/ui/without-script";

/** A question as it stands in its form; `choices` are one a line. */
export type TypedField = {
  name: string;
  kind: FieldKind;
  label_en: string;
  label_sw: string;
  required: boolean;
  on: boolean;
  choices: string;
};

type FieldDrawerProps = { held: TypedField; form: "prechat" | "postchat"; last: LastPost };

/** One question of a form. What it asks for is chosen once: the answers are kept by it. */
export function FieldDrawer({ held, form, last }: FieldDrawerProps) {
  const scripted = useHydrated();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  const path = href(`/chat/settings/${form}`);
  // What is known after the chat is not asked again.
  const after = form === "postchat";
  const [kind, setKind] = useState(typed.kind);
  const fresh = held.name === "";
  const kinds = fieldKinds.filter((one) => !after || (one !== "email" && one !== "phone") || one === typed.kind);
  return (
    <Drawer
      title={fresh ? "New question" : "Change the question"}
      close={path}
      foot={<FormFoot submitLabel="Save the question" close={path} form="field" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="field" method="post" className="grid gap-5" noValidate={scripted}>
        {fresh ? (
          <Select
            id="kind"
            name="kind"
            label="Type"
            choices={kinds.map((value) => ({ value, label: fieldKindNames[value] }))}
            defaultValue={typed.kind}
            errors={errors.kind ?? []}
            onChange={(event) => setKind(event.target.value as typeof kind)}
          />
        ) : (
          <div>
            <p className="label">Type</p>
            <p>{fieldKindNames[typed.kind]}</p>
            <input type="hidden" name="kind" value={typed.kind} />
          </div>
        )}
        <TextInput
          id="label_en"
          name="label_en"
          label={kind === "consent" && scripted ? "What they agree to, in English" : "Question in English"}
          maxLength={200}
          defaultValue={typed.label_en}
          errors={errors.label_en ?? []}
          autoComplete="off"
        />
        <TextInput
          id="label_sw"
          name="label_sw"
          label={kind === "consent" && scripted ? "What they agree to, in Swahili" : "Question in Swahili"}
          optional
          lang="sw"
          maxLength={200}
          defaultValue={typed.label_sw}
          errors={errors.label_sw ?? []}
          help="Without it Swahili readers see the English one."
          autoComplete="off"
        />
        {(kind === "choice" || fresh) && (
          <WithoutScript when={kind === "choice"}>
            <TextArea
              id="choices"
              name="choices"
              label="Choices, one on each line"
              rows={5}
              defaultValue={typed.choices}
              errors={errors.choices ?? []}
              {...(kind === "choice" ? {} : { help: "Only for a choice from a list." })}
            />
          </WithoutScript>
        )}
        <div className="grid gap-1">
          <Checkbox
            name="required"
            label="Required"
            defaultChecked={typed.required}
            {...(kind === "consent" ? { help: "Visitors must accept this to start a chat." } : {})}
          />
          <Checkbox name="on" label="Ask it" defaultChecked={typed.on} help="Off: kept here, but not asked." />
        </div>
      </Form>
    </Drawer>
  );
}
