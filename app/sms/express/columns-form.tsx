import { Form, useActionData, useNavigation } from "@remix-run/react";
import { commas } from "../../../rules/format";
import type { ExpressList } from "../../../services/messaging/contract.express";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type RefusedPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select } from "../../kit/ui/field";
import { SampleTable } from "../../kit/ui/sample-table";

/** A heading under which rows have their own messages. */
const messageHeading = /^(message|messages|text|sms|body|content|ujumbe|maandishi)$/i;

/** Which column is which. The rest become merge fields under their headings. */
export function ColumnsForm({ list }: { list: ExpressList }) {
  const last = useActionData<RefusedPost | undefined>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const { columns, preview, expected } = list;
  const choices = columns.map(({ name, samples }, place) => ({
    value: String(place),
    label: samples[0] ? `${name}: ${samples[0].slice(0, 40)}` : name,
  }));
  const phone = columns.findIndex(({ guess }) => guess === "phone");
  const message = guessMessage(columns);
  return (
    <div className="grid max-w-[1152px] gap-4">
      <PostResult last={last} />
      <Form method="post" className="card grid gap-4 p-5 max-md:p-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            id="phone"
            name="phone"
            label="Phone numbers"
            empty={phone < 0 ? "Choose a column" : undefined}
            defaultValue={phone < 0 ? "" : String(phone)}
            choices={choices}
            errors={errors.phone ?? []}
          />
          <Select
            id="message"
            name="message"
            label="Messages"
            defaultValue={String(message)}
            choices={[{ value: "-1", label: "One message for all, written next" }, ...choices]}
            errors={errors.message ?? []}
          />
        </div>
        {expected && (
          <p className="num text-sm text-quiet">
            {expected.problem ||
              `${expected.whole ? "" : "In the first rows: "}${commas(expected.rows - expected.refused - expected.repeated)} of ${commas(expected.rows)} rows have a number that can be messaged.`}
          </p>
        )}
        <div>
          <Button variant="primary" size="lg" name="intent" value="columns" working={working}>
            Use these columns
          </Button>
        </div>
      </Form>
      <Card label="The first rows">
        <CardHead title="The first rows" />
        <SampleTable label="The first rows, table" heads={columns.map(({ name }) => name)}>
          {preview.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={line}>
              {choices.map(({ value }) => (
                <td key={value}>
                  <span className="block max-w-72 truncate">{cells[Number(value)] || "–"}</span>
                </td>
              ))}
            </tr>
          ))}
        </SampleTable>
      </Card>
    </div>
  );
}

/** The column with messages: by its heading, or of two columns without headings the one that has no numbers. */
function guessMessage(columns: ExpressList["columns"]): number {
  const named = columns.findIndex(({ name }) => messageHeading.test(name.trim()));
  if (named >= 0 || columns.length !== 2) return named;
  const other = columns.findIndex(({ guess }) => guess !== "phone");
  return columns[other]?.samples.some((cell) => cell.split(/\s+/).length > 3) ? other : -1;
}
