import { getFormProps, getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { z } from "zod";
import type { ContactGroup } from "../../../services/messaging/contract.contacts";
import type { Import } from "../../../services/messaging/contract.imports";
import { href } from "../../href";
import { groupTypeNames } from "../../kit/contact-groups.list";
import { ColumnsCard } from "../../kit/imports/columns-card";
import { WholeFile } from "../../kit/imports/expected";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { Select, TextInput } from "../../kit/ui/field";
import { type FormError, FormErrors } from "../../kit/ui/form-errors";
import { Link } from "../../kit/ui/link";
import { pastedName } from "../../kit/upload/upload-limits";
import { choicesFor, fileGroupName, MatchForm } from "./mapping";
import { MatchPreview } from "./preview";

type MatchProps = {
  file: Import;
  groups: readonly ContactGroup[];
  /** The group chosen before the upload. */
  group: number | undefined;
  /** The contact base of a survey that the contacts are for. */
  back: string | undefined;
  last: SubmissionResult | undefined;
};

/** What each column is, which group they go into, and how the first rows will read. */
export function Match({ file, groups, group, back, last }: MatchProps) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const chosen = groups.find(({ id }) => id === (group ?? file.group_id));
  const [form, fields] = useForm<z.input<typeof MatchForm>>({
    id: "match",
    lastResult: last,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: MatchForm }),
    shouldRevalidate: "onInput",
    defaultValue: {
      columns: file.columns.map(({ guess }) => guess),
      into: chosen ? "old" : "new",
      group_name:
        (chosen ? "" : file.group_name) || (file.file_name === pastedName ? "" : fileGroupName(file.file_name)),
      ...(chosen ? { group_id: String(chosen.id) } : {}),
    },
  });
  const columns = fields.columns.getFieldList();
  const uses = columns.map((column, place) => column.value ?? file.columns[place]?.guess ?? "ignore");
  const guessed = uses.every((use, place) => use === (file.columns[place]?.guess ?? "ignore"));
  const broken = (file.expected?.problem ?? "") !== "";
  const errors: FormError[] = [
    ...(fields.columns.errors ?? []).map((text) => ({ text, field: columns[0]?.id ?? "" })),
    ...(form.errors ?? []).map((text) => ({ text })),
  ];
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-4">
      {file.same_as !== null && <SameFile earlier={file.same_as} />}
      {file.expected && <WholeFile expected={file.expected} changed={!guessed} />}
      <FormErrors errors={errors} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-6">
        <ColumnsCard
          columns={file.columns}
          fields={columns.map((column) => ({ ...getSelectProps(column), errors: column.errors }))}
          choicesFor={choicesFor}
        />
        <div className="grid gap-4">
          <Card padded label="Group" className="md:p-5!">
            <fieldset className="group/into grid gap-1">
              <legend className="mb-2 font-semibold">Which group do they go into?</legend>
              <Checkbox
                label="A new group"
                {...getInputProps(fields.into, { type: "radio", value: "new" })}
                key="new"
                id="into-new"
              />
              <TextInput
                label="Name of the new group"
                {...getInputProps(fields.group_name, { type: "text" })}
                key={fields.group_name.key}
                errors={fields.group_name.errors}
                autoComplete="off"
                className="mb-2 pl-6 group-has-[#into-old:checked]/into:hidden"
              />
              <Checkbox
                label="Existing group"
                {...getInputProps(fields.into, { type: "radio", value: "old" })}
                key="old"
                id="into-old"
                disabled={groups.length === 0}
                help={groups.length === 0 ? "No groups yet." : "Existing contacts are updated."}
              />
              {groups.length > 0 && (
                <Select
                  label="Group"
                  {...getSelectProps(fields.group_id)}
                  key={fields.group_id.key}
                  errors={fields.group_id.errors}
                  empty="Choose a group"
                  choices={groups.map(({ id, name, type, contacts }) => ({
                    value: String(id),
                    label: `${name}, ${contacts.toLocaleString("en-KE")}${type === "sms" ? "" : `, ${groupTypeNames[type]}`}`,
                  }))}
                  className="pl-6 group-has-[#into-new:checked]/into:hidden"
                />
              )}
            </fieldset>
          </Card>
          <MatchPreview rows={file.preview} uses={uses} />
        </div>
      </div>
      <div className="sticky bottom-[var(--dock,0px)] z-10 -mx-1 md:-bottom-8 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-1 py-3">
        {!broken && (
          <Button variant="primary" size="lg" working={working}>
            {file.same_as === null ? "Import the contacts" : "Import them again"}
          </Button>
        )}
        <LinkButton
          to={href("/contacts/contact-group/upload", undefined, { group: chosen?.id, back })}
          size="lg"
          variant="ghost"
        >
          Choose another file
        </LinkButton>
        <p className="text-sm text-quiet max-sm:sr-only md:ml-auto">Nothing is added yet. An import can be undone.</p>
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
        <Link className="link" to={href("/contacts/contact-group/import/:id", { id: earlier })}>
          See that import
        </Link>
        . Importing it again into the same group adds no one twice.
      </span>
    </p>
  );
}
