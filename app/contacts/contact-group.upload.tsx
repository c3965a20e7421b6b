// /contacts/contact-group/upload - a contact file, or pasted rows, as the first step of an import
import { data, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Download } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { id, type RawBody } from "../../services/kit/contract";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page, receive } from "../shell/page.server";
import { FileForm } from "./contact-group.upload.file";
import { ImportSteps, pastedName } from "./import-labels";
import { templateLink } from "./template";
import { asFile, shortForm, wordsOf } from "./upload.server";
import { maxBytes, maxPasted, size } from "./upload-limits";

const path = "/contacts/contact-group/upload";

export const meta: MetaFunction = () => [{ title: `Upload contacts - ${brand.name}` }];

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
    // An old link may name a group that is gone: the upload is as good without it.
    group: group?.status === 200 ? group.body : undefined,
  };
});

/** The file goes on to the service as it arrives; only pasted rows, which are short, are read here. */
export const action = receive(path, async ({ api, request, url }) => {
  const type = request.headers.get("content-type") ?? "";
  const sentFile = type.startsWith("multipart/form-data") && request.body !== null;
  const refused = (error: string, rows = "", status = 422) => data({ error, rows }, { status });
  let stream: RawBody | undefined = sentFile && request.body ? { body: request.body, type } : undefined;
  let rows = "";
  if (!sentFile) {
    // Percent-encoding makes a character up to nine times as long.
    const form = await shortForm(request.body, maxPasted * 3);
    rows = form?.get("rows") ?? "";
    if (!form || rows.length > maxPasted) return refused(tooMuchPasted, rows);
    if (rows.trim() === "") return refused("Paste at least one row.");
    stream = asFile(rows, pastedName);
  }
  if (!stream) return refused("Choose a file.");
  const answer = await api.messaging.upload({ stream });
  if (answer.status === 201)
    return redirect(href("/contacts/contact-group/import/:id", { id: answer.body.id }, { group: groupIn(url) }));
  return refused(wordsOf(answer.body), rows, answer.status >= 500 ? 503 : 422);
});

const tooMuchPasted = `At most ${commas(maxPasted)} characters can be pasted. Save the rows as a file and upload that.`;

export default function UploadContacts() {
  const { paste, template, group } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const tab = (from?: string) => withQuery(search, { from });
  return (
    <>
      <PageHeader
        title="Upload contacts"
        text="From a file of names and numbers to a group you can message. Nothing is added before you have checked the columns."
        {...(group
          ? { back: { label: group.name, to: href("/contacts/contact-group/details", undefined, { id: group.id }) } }
          : {})}
      />
      <ImportSteps now={0} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <Card padded label="The contacts" className="md:p-5!">
          <Tabs
            label="Where the contacts are"
            className="mb-5"
            tabs={[
              { label: "In a file", to: tab(), current: !paste },
              { label: "Pasted rows", to: tab("paste"), current: paste },
            ]}
          />
          {paste ? (
            <Form method="post" className="grid gap-5">
              <TextArea
                id="rows"
                name="rows"
                label="Rows"
                rows={10}
                required
                defaultValue={last?.rows ?? ""}
                errors={last ? [last.error] : []}
                help="Mark the rows in your spreadsheet, their headings included, copy them and paste them here."
                autoComplete="off"
                spellCheck={false}
              />
              <div>
                <Button variant="primary" size="lg" working={working}>
                  Read the rows
                </Button>
              </div>
            </Form>
          ) : (
            <FileForm key={search} error={last?.error} />
          )}
        </Card>
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
