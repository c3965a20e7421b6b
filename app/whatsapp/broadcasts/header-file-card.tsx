import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import {
  type HeaderFormat,
  headerFileAccept,
  headerFileHelp,
  headerFileWord,
} from "../../../rules/whatsapp/header-files";
import type { BroadcastDetail } from "../../../services/whatsapp/contract.broadcasts";
import { fieldErrors, type LastPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { FileField } from "../../kit/ui/file-field";
import { HeaderFileView } from "../../kit/whatsapp/header-file-view";

type HeaderFileCardProps = { broadcast: BroadcastDetail; format: HeaderFormat; last: LastPost };

/** The file that everyone gets in the header: chosen, seen, replaced, and taken away. */
export function HeaderFileCard({ broadcast: { file }, format, last }: HeaderFileCardProps) {
  const working = useNavigation().state === "submitting";
  const [uploading, setUploading] = useState(0);
  const word = headerFileWord(format);
  return (
    <Card label={`The ${word} of the header`}>
      <CardHead title={`The ${word} of the header`} />
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid gap-4 p-4"
        // A file that was kept is no longer one that is sent.
        key={file?.url.split("?")[0] ?? ""}
      >
        {file && (
          <div className="max-w-[360px]">
            <HeaderFileView file={file} />
          </div>
        )}
        <FileField
          label={file ? `Another ${word}` : `The ${word} that everyone gets`}
          purpose="template"
          accept={headerFileAccept(format)}
          help={`${headerFileHelp(format)} Or give a link below.`}
          files={last?.files ?? []}
          errors={fieldErrors(last).files ?? []}
          onUploading={setUploading}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            name="intent"
            value="file"
            working={working}
            {...(uploading > 0 ? { disabledReason: "The file is still on its way." } : {})}
          >
            {file ? `Replace the ${word}` : `Use this ${word}`}
          </Button>
          {file && (
            <Button name="intent" value="nofile" variant="ghost">
              Take it away
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
