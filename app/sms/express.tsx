// /sms/express - a list of numbers that is in no contact group, as the first step of an express send
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { numbersAlone } from "../../rules/pasted-numbers";
import { href } from "../href";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { FileOrRows } from "../kit/upload/file-or-rows";
import { fileOrRows, PastedRows } from "../kit/upload/pasted-rows";
import { postedFile, refusedFile } from "../kit/upload/upload.server";
import { maxBytes, size } from "../kit/upload/upload-limits";
import { act, page } from "../shell/page.server";
import { ExpressSteps } from "./express/express-steps";
import { loadRowsAgain } from "./express/rows-again.server";

const path = "/sms/express";

export const meta = titled("Express SMS");

export const loader = page(path, async ({ api, url }) => ({
  file: url.searchParams.get("from") === "file",
  again: await loadRowsAgain(api, url),
}));

export const action = act(
  path,
  PastedRows,
  async ({ api, value: { rows }, stream, refuse }) => {
    const field = stream ? "file" : "rows";
    const file = postedFile(stream, numbersAlone(rows) ?? rows);
    if ("missing" in file) return refuse(refusedFile({ status: 422, message: file.missing }, field));
    const answer = await api.messaging.uploadExpress({ stream: file });
    if (answer.status !== 201) return refuse(refusedFile(answer.body, field));
    const { id, columns } = answer.body;
    // Nothing is to be chosen where there are only numbers.
    if (columns.length === 1 && columns[0]?.guess === "phone")
      await api.messaging.startExpress({ params: { id }, body: { phone: 0, message: null } });
    return redirect(href("/sms/express/:id", { id }));
  },
  fileOrRows,
);

export default function Express() {
  const { file, again } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Express SMS"
        text="To numbers that are in no contact group: one message for all, or each row's own. You see the cost before anything is sent."
      />
      <ExpressSteps now={0} />
      {again && (
        <p className="card mb-4 max-w-[1152px] px-4 py-3" role="status">
          {again.words}
        </p>
      )}
      <div className="grid max-w-[1152px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <FileOrRows
          key={file ? "file" : "paste"}
          label="The numbers"
          question="Where the numbers are"
          tabs={[
            { source: "paste", to: href(path) },
            { source: "file", to: href(path, undefined, { from: "file" }) },
          ]}
          now={file ? "file" : "paste"}
          rows={{
            label: "Numbers",
            help: "Numbers alone, or rows copied from a spreadsheet with a message in each row.",
            start: again?.rows,
          }}
          within="/sms/"
          last={last}
        />
        <Card label="What the rows may look like">
          <CardHead title="What the rows may look like" />
          <div className="grid gap-3 p-4 text-sm text-quiet">
            <ul className="grid list-disc gap-2 pl-4">
              <li>One number a row: 0712 345 678, 712345678 or +254 712 345 678.</li>
              <li>With a second column, each row can have its own message.</li>
              <li>Other columns, such as a name or a balance, become merge fields.</li>
              <li>A file may be Excel (.xlsx) or CSV, up to {size(maxBytes)}.</li>
            </ul>
            <p>The numbers are not added to your contacts, and are deleted after 8 days.</p>
          </div>
        </Card>
      </div>
    </>
  );
}
