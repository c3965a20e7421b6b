// /voice/settings/sounds/new - an mp3 that callers hear (drawer)
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedList, typedText } from "../kit/typed-fields";
import { Drawer } from "../kit/ui/drawer";
import { TextArea, TextInput } from "../kit/ui/field";
import { FileField } from "../kit/ui/file-field";
import { FormFoot } from "../kit/ui/form-foot";
import { Link } from "../kit/ui/link";
import { act, done, page } from "../shell/page.server";

const path = "/voice/settings/sounds/new";
const close = href("/voice/settings/sounds");

export const loader = page(path, async () => ({}));

const Fields = z.object({ name: typedText, words: typedText, file_id: typedList });

export const action = act(
  path,
  Fields,
  async ({ api, value: { name, words }, files, refuse, from }) => {
    const file = files.at(-1);
    if (!file) return refuse({ status: 422, message: "Choose a file.", errors: { files: ["Choose a file."] } });
    const answer = await api.voice.addFlowSound({ body: { name, words, file_id: file.id } });
    if (answer.status === 201) return done(from, close, "Sound added", "Saved");
    const { file_id, ...errors } = answer.body.errors ?? {};
    return refuse({ ...answer.body, errors: file_id ? { ...errors, files: file_id } : errors }, { files: [file] });
  },
  { files: "sound" },
);

export default function NewSound() {
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const [uploading, setUploading] = useState(0);
  const typed = keepTyped(last, { name: "", words: "" });
  const errors = fieldErrors(last);
  const waits = uploading > 0 ? { disabledReason: "The file is still on its way." } : {};
  return (
    <Drawer
      title="Add a sound"
      close={close}
      foot={<FormFoot submitLabel="Save the sound" close={close} form="sound" working={working} {...waits} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <p className="mb-4">
        <Link className="link" to={href("/voice/settings/sounds/spoken")} preventScrollReset>
          Type a text instead
        </Link>
      </p>
      <Form id="sound" method="post" encType="multipart/form-data" className="grid gap-5">
        <TextInput
          id="name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          help="Such as Welcome, or Menu in English and Swahili."
        />
        <TextArea
          id="words"
          name="words"
          label="What it says"
          optional
          rows={4}
          maxLength={1000}
          defaultValue={typed.words}
          errors={errors.words ?? []}
          help="Shown where you try a call flow."
        />
        <FileField
          label="Sound"
          purpose="sound"
          files={last?.files ?? []}
          errors={errors.files ?? []}
          onUploading={setUploading}
        />
      </Form>
    </Drawer>
  );
}
