// /sms/express - a list of numbers that is in no contact group, as the first step of an express send
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { numbersAlone } from "../../rules/pasted-numbers";
import { href } from "../href";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { asFile, refusedFile } from "../kit/upload/upload.server";
import { FileForm } from "../kit/upload/upload-file";
import { maxBytes, maxPasted, pastedName, size } from "../kit/upload/upload-limits";
import { act, page } from "../shell/page.server";
import { ExpressSteps } from "./express/express-steps";

const path = "/sms/express";

export const meta = titled("Express SMS");

export const loader = page(path, async ({ url }) => ({ file: url.searchParams.get("from") === "file" }));

const tooMuch = `At most ${commas(maxPasted)} characters can be pasted. Save the rows as a file and upload that.`;

const PastedRows = z.object({ rows: typedText.refine((rows) => rows.length <= maxPasted, tooMuch) });

/** A file goes on to the service as it arrives; only pasted rows, which are short, are read here. */
export const action = act(
  path,
  PastedRows,
  async ({ api, value: { rows }, stream, refuse }) => {
    const field = stream ? "file" : "rows";
    if (!stream && rows.trim() === "")
      return refuse(refusedFile({ status: 422, message: "Paste at least one number." }, field));
    const file = stream ?? asFile(numbersAlone(rows) ?? rows, pastedName);
    if (!file) return refuse(refusedFile({ status: 422, message: "Choose a file." }, field));
    const answer = await api.messaging.uploadExpress({ stream: file });
    if (answer.status !== 201) return refuse(refusedFile(answer.body, field));
    const { id, columns } = answer.body;
    // Nothing is to be chosen where there are only numbers.
    const phone = columns.length === 1 ? columns.findIndex(({ guess }) => guess === "phone") : -1;
    if (phone >= 0) await api.messaging.startExpress({ params: { id }, body: { phone, message: null } });
    return redirect(href("/sms/express/:id", { id }));
  },
  // Percent-encoding makes a character up to nine times as long.
  { streamed: true, long: { maxBytes: maxPasted * 3, field: "rows", message: tooMuch } },
);

export default function Express() {
  const { file } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  return (
    <>
      <PageHeader
        title="Express SMS"
        text="To numbers that are in no contact group: one message for all, or each row's own. You see the cost before anything is sent."
      />
      <ExpressSteps now={0} />
      <div className="grid max-w-[1152px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-6">
        <Card padded label="The numbers" className="md:p-5!">
          <Tabs
            label="Where the numbers are"
            className="mb-5"
            tabs={[
              { label: "Pasted rows", to: href(path), current: !file },
              { label: "In a file", to: href(path, undefined, { from: "file" }), current: file },
            ]}
          />
          {file ? (
            <FileForm within="/sms/" error={fieldErrors(last).file?.[0]} />
          ) : (
            <Form method="post" className="grid gap-5">
              <TextArea
                id="rows"
                name="rows"
                label="Numbers"
                rows={10}
                required
                className="num"
                defaultValue={typedValue(last, "rows") ?? ""}
                errors={fieldErrors(last).rows ?? []}
                help="Numbers alone, or rows copied from a spreadsheet with a message in each row."
                autoComplete="off"
                spellCheck={false}
              />
              <div>
                <Button variant="primary" size="lg" working={working}>
                  Read the rows
                </Button>
              </div>
            </Form>
          )}
        </Card>
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
