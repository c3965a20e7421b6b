// /survey_old/import/new - a file of old results, or pasted rows, and which columns it may have
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { oldColumns } from "../../rules/survey/old-columns";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { FileOrRows } from "../kit/upload/file-or-rows";
import { fileOrRows, PastedRows } from "../kit/upload/pasted-rows";
import { postedFile, refusedFile } from "../kit/upload/upload.server";
import { act, page } from "../shell/page.server";

const path = "/survey_old/import/new";

export const meta = titled("Import old results");

export const loader = page(path, async ({ url, viewer }) => ({
  paste: url.searchParams.get("from") === "paste",
  zone: viewer.time_zone,
}));

export const action = act(
  path,
  PastedRows,
  async ({ api, viewer, value: { rows }, stream, refuse }) => {
    const field = stream ? "file" : "rows";
    const file = postedFile(stream, rows);
    if ("missing" in file) return refuse(refusedFile({ status: 422, message: file.missing }, field));
    const answer = await api.survey.checkOldResults({ query: { time_zone: viewer.time_zone }, stream: file });
    if (answer.status === 201) return redirect(href("/survey_old/import/:id", { id: answer.body.id }));
    return refuse(refusedFile(answer.body, field));
  },
  fileOrRows,
);

export default function ImportOldResults() {
  const { paste, zone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <PageHeader
        title="Import old results"
        text="What the old version exported, in one file. Nothing is added before you have seen what it comes to."
        back={{ label: "Imports", to: href("/survey_old/import") }}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <FileOrRows
          key={search}
          label="The results"
          question="Where the results are"
          tabs={[
            { source: "file", to: withQuery(search, { from: undefined }) },
            { source: "paste", to: withQuery(search, { from: "paste" }) },
          ]}
          now={paste ? "paste" : "file"}
          rows={{ label: "Rows", help: "With their headings, copied from your spreadsheet." }}
          within="/survey_old/"
          last={useActionData<typeof action>()}
        />
        <Card label="Columns">
          <CardHead title="Columns" />
          <div className="grid gap-3 p-4 text-sm">
            <ul className="grid list-disc gap-2 pl-4 text-quiet">
              <li>
                Headings in the first row, in any order. Only Survey is needed; columns of other names are passed over.
              </li>
              <li>A row says one answer, one message, or just a question, a run or a person. Up to 50,000 rows.</li>
              <li>Times such as 24/11/2026 14:05 or 2026-11-24 14:05:00, by the clock of {zone}.</li>
              <li>What is there already stays as it is, so a file can be sent again.</li>
            </ul>
            <dl className="divide-y divide-line border-t border-line">
              {oldColumns.map(({ key, title, text }) => (
                <div key={key} className="grid gap-x-4 py-1.5 sm:grid-cols-[140px_minmax(0,1fr)]">
                  <dt className="font-medium">{title}</dt>
                  <dd className="text-quiet">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Card>
      </div>
    </>
  );
}
