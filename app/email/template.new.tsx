// /email/template/new - writes an email template
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { TemplateEditor } from "./templates/editor";
import { editorAction } from "./templates/editor.server";

const path = "/email/template/new";

export const meta = titled("New email template");

export const loader = page(path, async () => null);

export const action = editorAction(path);

const start = {
  ...{ name: "", subject: "", preheader: "", text: "" },
  blocks: [
    { kind: "heading" as const, text: "" },
    { kind: "text" as const, text: "" },
  ],
};

export default function NewEmailTemplate() {
  return (
    <>
      <PageHeader title="New email template" back={{ label: "Email templates", to: href("/email/template") }} />
      <TemplateEditor start={start} last={useActionData<typeof action>()} pictures={{}} />
    </>
  );
}
