// /crm/import/new - a file of leads or contacts (?kind=contact), or pasted rows, as the first step of an import
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { ImportSteps } from "../kit/imports/import-labels";
import { withQuery } from "../kit/list";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { FileOrRows } from "../kit/upload/file-or-rows";
import { fileOrRows, PastedRows } from "../kit/upload/pasted-rows";
import { postedFile, refusedFile } from "../kit/upload/upload.server";
import { maxBytes, size } from "../kit/upload/upload-limits";
import { act, page } from "../shell/page.server";

const path = "/crm/import/new";

export const meta = titled("Import leads and contacts");

function kindIn(url: URL): "lead" | "contact" {
  return url.searchParams.get("kind") === "contact" ? "contact" : "lead";
}

export const loader = page(path, async ({ url }) => ({
  kind: kindIn(url),
  paste: url.searchParams.get("from") === "paste",
}));

export const action = act(
  path,
  PastedRows,
  async ({ api, url, value: { rows }, stream, refuse }) => {
    const field = stream ? "file" : "rows";
    const file = postedFile(stream, rows);
    if ("missing" in file) return refuse(refusedFile({ status: 422, message: file.missing }, field));
    const answer = await api.crm.uploadRecords({ query: { kind: kindIn(url) }, stream: file });
    if (answer.status === 201) return redirect(href("/crm/import/:id", { id: answer.body.id }));
    return refuse(refusedFile(answer.body, field));
  },
  fileOrRows,
);

export default function ImportRecords() {
  const { kind, paste } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  return (
    <>
      <PageHeader
        title={`Import ${kind}s`}
        text="From a file as you have it. Nothing is added before you have checked the columns."
        back={{ label: "Imports", to: href("/crm/import") }}
      />
      <ImportSteps now={0} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <FileOrRows
          key={search}
          label={`The ${kind}s`}
          question={`Where the ${kind}s are`}
          tabs={[
            { source: "file", to: withQuery(search, { from: undefined }) },
            { source: "paste", to: withQuery(search, { from: "paste" }) },
          ]}
          now={paste ? "paste" : "file"}
          rows={{
            label: "Rows",
            help: "Mark the rows in your spreadsheet, their headings included, copy them and paste them here.",
          }}
          within="/crm/"
          last={last}
        />
        <Card label="What a file may look like">
          <CardHead title="What a file may look like" />
          <ul className="grid list-disc gap-2 p-4 pl-8 text-sm text-quiet">
            <li>One person or company a row. Best with headings in the first row.</li>
            <li>Excel (.xlsx), or text with commas, semicolons, tabs or bars, up to {size(maxBytes)}.</li>
            <li>A name, a company, a number or an email address is enough.</li>
            <li>Numbers, amounts and days as you have them: 0712 345 678, KES 12,500, 24/11/2026.</li>
          </ul>
        </Card>
      </div>
    </>
  );
}
