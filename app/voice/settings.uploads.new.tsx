// /voice/settings/uploads/new - a file of numbers to call, by the template of its kind (?template=collection)
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { templateText, templateTypes } from "../../rules/outbound";
import { href } from "../href";
import { fieldErrors } from "../kit/refused-post";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { refusedFile } from "../kit/upload/upload.server";
import { FileForm } from "../kit/upload/upload-file";
import { maxBytes, size } from "../kit/upload/upload-limits";
import { act, page } from "../shell/page.server";

const path = "/voice/settings/uploads/new";

export const meta = titled("Upload numbers to call");

function templateIn(url: URL) {
  return templateTypes.find(({ id }) => id === url.searchParams.get("template")) ?? templateTypes[0];
}

export const loader = page(path, async ({ url }) => ({ template: templateIn(url).id }));

/** The file goes on to the service as it arrives. */
export const action = act(
  path,
  NoFields,
  async ({ api, url, stream, refuse }) => {
    if (!stream) return refuse(refusedFile({ status: 422, message: "Choose a file." }));
    const answer = await api.voice.uploadTargets({ query: { template: templateIn(url).id }, stream });
    if (answer.status === 201) return redirect(href("/voice/settings/uploads/:id", { id: answer.body.id }));
    return refuse(refusedFile(answer.body));
  },
  { streamed: true },
);

export default function UploadTargets() {
  const { template } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const kind = templateTypes.find(({ id }) => id === template) ?? templateTypes[0];
  const text = `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${templateText(kind.id)}`)}`;
  return (
    <>
      <PageHeader
        title="Upload numbers to call"
        text="The file becomes a list, named as the file is."
        back={{ label: "Uploads", to: href("/voice/settings/uploads") }}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <Card padded label="The file">
          <Tabs
            label="Template"
            className="mb-5"
            tabs={templateTypes.map(({ id, name }) => ({
              ...{ label: name, current: id === template },
              to: href(path, undefined, { template: id }),
            }))}
          />
          <FileForm key={template} within="/voice/" error={fieldErrors(last).file?.[0]} />
        </Card>
        <Card label="What the file has">
          <CardHead title="What the file has" />
          <div className="grid gap-3 p-4 text-sm text-quiet">
            <p>Its columns: {kind.columns.join(", ")}. Only Phone is needed. Other columns are shown to the agent.</p>
            <p>Excel (.xlsx) or CSV, up to {size(maxBytes)}.</p>
            <p>Rows with a wrong number, with one that is in a list already or on the do-not-call list are named.</p>
            <a className="btn justify-self-start" href={text} download={`${kind.id}-template.csv`}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              Download the template
            </a>
          </div>
        </Card>
      </div>
    </>
  );
}
