import { Form, useNavigation } from "@remix-run/react";
import { fieldErrors, type LastPost, typedValue } from "../refused-post";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { TextArea } from "../ui/field";
import { Tabs } from "../ui/tabs";
import { FileForm } from "./upload-file";

type FileOrRowsProps = {
  /** What the card has: "The contacts". */
  label: string;
  /** A heading in the card, and what is said below it. */
  title?: string;
  text?: string;
  /** Where the form posts to; the page's own address unless said. */
  action?: string;
  /** What the tabs ask: "Where the contacts are". */
  question: string;
  /** The two sources with their addresses, in the order in which they are offered. */
  tabs: readonly { source: "file" | "paste"; to: string }[];
  now: "file" | "paste";
  /** The label of the pasted rows, what may be pasted, and what is there to begin with. */
  rows: { label: string; help: string; start?: string | undefined };
  /** Where a file leads to when it has arrived: see `FileForm`. */
  within: string;
  last: LastPost;
};

const tabLabels = { file: "In a file", paste: "Pasted rows" };

/** Rows of people: a file, or pasted from a spreadsheet. Both are posted to an action with `fileOrRows`. */
export function FileOrRows({ label, question, tabs, now, rows, within, last, ...more }: FileOrRowsProps) {
  const { title, text, action } = more;
  const posts = action === undefined ? {} : { action };
  const working = useNavigation().state !== "idle";
  return (
    <Card padded label={label} className="md:p-5!">
      {title && <h2 className="font-semibold">{title}</h2>}
      {text && <p className="mb-4 text-quiet">{text}</p>}
      <Tabs
        label={question}
        className="mb-5"
        tabs={tabs.map(({ source, to }) => ({ label: tabLabels[source], to, current: source === now }))}
      />
      {now === "paste" ? (
        <Form method="post" {...posts} className="grid gap-5">
          <TextArea
            id="rows"
            name="rows"
            label={rows.label}
            help={rows.help}
            rows={10}
            required
            defaultValue={typedValue(last, "rows") ?? rows.start ?? ""}
            errors={fieldErrors(last).rows ?? []}
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
        <FileForm within={within} {...posts} error={fieldErrors(last).file?.[0]} />
      )}
    </Card>
  );
}
