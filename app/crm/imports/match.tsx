import { Form, useNavigation } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { duplicateChoices, duplicateWords, importUseNames, importUses } from "../../../rules/crm-import";
import type { CustomField } from "../../../services/crm/contract.fields";
import type { RecordImport } from "../../../services/crm/contract.imports";
import { href } from "../../href";
import { ColumnsCard } from "../../kit/imports/columns-card";
import { WholeFile } from "../../kit/imports/expected";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { SampleTable } from "../../kit/ui/sample-table";

type MatchProps = {
  file: RecordImport;
  /** The custom fields of the kind. */
  custom: readonly CustomField[];
  managers: readonly { id: string; name: string }[];
  /** Who looks: new records are theirs unless they choose somebody else. */
  viewer: string;
  last: LastPost;
};

/** The product's own fields and those that the account added; leaving a column out is the last choice. */
function columnChoices(custom: readonly CustomField[]) {
  const own = importUses.map((value) => ({ value: String(value), label: importUseNames[value] }));
  const added = custom
    .filter(({ archived }) => !archived)
    .map(({ id, name, required }) => ({ value: `custom.${id}`, label: required ? `${name} (required)` : name }));
  return [...own.slice(0, -1), ...added, ...own.slice(-1)];
}

/** What each column is, what is done with rows that are there already, and the first rows. */
export function Match({ file, custom, managers, viewer, last }: MatchProps) {
  const choices = columnChoices(custom);
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const held = (name: string, usual: string) => typedValue(last, name) ?? usual;
  const fields = file.columns.map(({ guess }, place) => ({
    id: `columns-${place}`,
    name: `columns[${place}]`,
    defaultValue: held(`columns[${place}]`, guess),
    errors: errors[`columns[${place}]`] ?? (place === 0 ? errors.columns : undefined),
  }));
  const duplicates = held("duplicates", "update");
  const broken = (file.expected?.problem ?? "") !== "";
  return (
    <Form method="post" className="grid gap-4">
      {file.same_as !== null && <SameFile earlier={file.same_as} />}
      {file.expected && <WholeFile expected={file.expected} changed={false} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-6">
        <ColumnsCard columns={file.columns} fields={fields} choicesFor={() => choices} />
        <div className="grid min-w-0 gap-4">
          <Card padded label="Into the CRM" className="grid gap-5 md:p-5!">
            <CheckboxGroup
              id="duplicates"
              legend={`If a ${file.kind} has the number or the email address already`}
              errors={errors.duplicates ?? []}
            >
              {duplicateChoices.map((value) => (
                <Checkbox
                  key={value}
                  type="radio"
                  name="duplicates"
                  value={value}
                  defaultChecked={duplicates === value}
                  label={duplicateWords[value].label}
                  help={duplicateWords[value].help}
                />
              ))}
            </CheckboxGroup>
            <Select
              id="sales_manager_id"
              name="sales_manager_id"
              label={`Sales manager of new ${file.kind}s`}
              empty="None"
              choices={managers.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={held("sales_manager_id", viewer)}
              errors={errors.sales_manager_id ?? []}
            />
          </Card>
          <Card label="The first rows">
            <CardHead title="The first rows" />
            <SampleTable label="First rows, table" heads={file.columns.map(({ name }) => name)}>
              {file.preview.map((cells, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
                <tr key={line}>
                  {file.columns.map(({ name }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one heading
                    <td key={`${place} ${name}`}>
                      <span className="block max-w-48 truncate">{cells[place] || "–"}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </SampleTable>
          </Card>
        </div>
      </div>
      <div className="sticky bottom-[var(--dock,0px)] z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-1 py-3 md:-bottom-8">
        {!broken && (
          <Button variant="primary" size="lg" working={working}>
            {file.same_as === null ? `Import the ${file.kind}s` : "Import them again"}
          </Button>
        )}
        <LinkButton to={href("/crm/import/new", undefined, { kind: file.kind })} size="lg" variant="ghost">
          Choose another file
        </LinkButton>
        <p className="text-sm text-quiet max-sm:sr-only md:ml-auto">
          Nothing is added yet. An import can be undone for 24 hours.
        </p>
      </div>
    </Form>
  );
}

function SameFile({ earlier }: { earlier: number }) {
  return (
    <p className="card flex gap-2.5 p-4">
      <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
      <span>
        This file was imported before.{" "}
        <Link className="link" to={href("/crm/import/:id", { id: earlier })}>
          See that import
        </Link>
        .
      </span>
    </p>
  );
}
