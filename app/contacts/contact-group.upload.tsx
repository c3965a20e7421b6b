// /contacts/contact-group/upload - a contact file, or pasted rows, as the first step of an import
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import { numbersAlone } from "../../rules/pasted-numbers";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { ImportSteps } from "../kit/imports/import-labels";
import { withQuery } from "../kit/list";
import { parseRunReturn } from "../kit/survey-runs/return-address";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { FileOrRows } from "../kit/upload/file-or-rows";
import { fileOrRows, PastedRows } from "../kit/upload/pasted-rows";
import { postedFile, refusedFile } from "../kit/upload/upload.server";
import { maxBytes, size } from "../kit/upload/upload-limits";
import { act, expectStatus, page } from "../shell/page.server";
import { templateLink } from "./upload/template";

const path = "/contacts/contact-group/upload";

export const meta = titled("Upload contacts");

/** The group to fill, where one was chosen before. */
function groupIn(url: URL): number | undefined {
  return id.safeParse(url.searchParams.get("group")).data;
}

export const loader = page(path, async ({ api, url }) => {
  const chosen = groupIn(url);
  const [types, group] = await Promise.all([
    api.messaging.templateTypes(),
    chosen === undefined ? undefined : api.messaging.group({ params: { id: chosen } }),
  ]);
  return {
    paste: url.searchParams.get("from") === "paste",
    template: templateLink(expectStatus(types, 200).data[0]?.columns ?? []),
    // The contact base of a survey that the contacts are for.
    back: parseRunReturn(url.searchParams.get("back")),
    // An old link may name a group that is gone: the upload is as good without it.
    group: group?.status === 200 ? group.body : undefined,
  };
});

export const action = act(
  path,
  PastedRows,
  async ({ api, url, value: { rows }, stream, refuse }) => {
    const field = stream ? "file" : "rows";
    const file = postedFile(stream, numbersAlone(rows) ?? rows);
    if ("missing" in file) return refuse(refusedFile({ status: 422, message: file.missing }, field));
    const answer = await api.messaging.upload({ stream: file });
    if (answer.status === 201) {
      const query = { group: groupIn(url), back: parseRunReturn(url.searchParams.get("back")) };
      return redirect(href("/contacts/contact-group/import/:id", { id: answer.body.id }, query));
    }
    return refuse(refusedFile(answer.body, field));
  },
  fileOrRows,
);

export default function UploadContacts() {
  const { paste, template, group, back } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const tab = (from?: string) => withQuery(search, { from });
  return (
    <>
      <PageHeader
        title="Upload contacts"
        text="From a file of names and numbers to a group you can message. Nothing is added before you have checked the columns."
        {...(back
          ? { back: { label: "Contact base", to: back } }
          : group
            ? { back: { label: group.name, to: href("/contacts/contact-group/details", undefined, { id: group.id }) } }
            : {})}
      />
      <ImportSteps now={0} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <FileOrRows
          key={search}
          label="The contacts"
          question="Where the contacts are"
          tabs={[
            { source: "file", to: tab() },
            { source: "paste", to: tab("paste") },
          ]}
          now={paste ? "paste" : "file"}
          rows={{
            label: "Rows",
            help: "Mark the rows in your spreadsheet, their headings included, copy them and paste them here.",
          }}
          within="/contacts/"
          last={last}
        />
        <Card label="What a file may look like">
          <CardHead title="What a file may look like" />
          <div className="grid gap-3 p-4 text-sm">
            <ul className="grid list-disc gap-2 pl-4 text-quiet">
              <li>One person a row. Best with headings in the first row.</li>
              <li>Excel (.xlsx), or text with commas, semicolons, tabs or bars, in any usual encoding.</li>
              <li>Up to {size(maxBytes)}. An old .xls file: save it as .xlsx first.</li>
              <li>Numbers as you have them: 0712 345 678, 712345678, +254 712 345 678.</li>
              <li>Any other column, such as a balance, can become a merge field of your message.</li>
            </ul>
            <a className="btn justify-self-start" href={template} download="contacts-template.csv">
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              Download a template (CSV)
            </a>
          </div>
        </Card>
      </div>
    </>
  );
}
