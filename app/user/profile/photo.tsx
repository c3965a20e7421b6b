import { Form, useNavigation } from "@remix-run/react";
import { fileLimits } from "../../../rules/files";
import { href } from "../../href";
import { fileSize } from "../../kit/file-upload";
import { initials } from "../../kit/ui/avatar";
import { Button } from "../../kit/ui/button";
import { Field } from "../../kit/ui/field";

const { words, maxBytes, accept } = fileLimits.photo;

/** The photo, and the form that changes it or takes it away; a plain post, so that it works without script. */
export function PhotoForm({ url, name, errors }: { url: string; name: string; errors: readonly string[] }) {
  const working = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={href("/user/profile")}
      className="flex flex-wrap items-start gap-x-5 gap-y-3"
    >
      {url ? (
        <img src={url} alt={name} width={72} height={72} className="size-18 rounded-full object-cover" />
      ) : (
        <span
          className="grid size-18 place-items-center rounded-full bg-raised text-xl font-semibold text-quiet"
          aria-hidden="true"
        >
          {initials(name)}
        </span>
      )}
      <div className="grid min-w-60 flex-1 gap-3">
        <Field
          id="upload"
          label="Photo"
          optional
          errors={errors}
          help={`${words}, up to ${fileSize(maxBytes)}. Shown as a circle.`}
        >
          {(aria) => <input {...aria} className="input" type="file" name="upload" accept={accept} />}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="photo" working={working}>
            Save photo
          </Button>
          {url && (
            <Button variant="ghost" name="intent" value="remove photo">
              Remove photo
            </Button>
          )}
        </div>
      </div>
    </Form>
  );
}
