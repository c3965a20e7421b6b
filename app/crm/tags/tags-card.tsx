import { Form, useNavigation } from "@remix-run/react";
import { X } from "lucide-react";
import type { RecordKind } from "../../../rules/crm";
import { maxRecordTags } from "../../../rules/crm-tags";
import type { RecordDetail } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { listPlaces } from "../record/places";

type Tag = { id: number; name: string };

/** The list of the records of a kind with a tag, also those in closed stages. */
export function taggedHref(kind: RecordKind, tag: number): string {
  const view = kind === "deal" ? { view: "table" } : {};
  return href(listPlaces[kind].path, undefined, { tag, ...(kind === "contact" ? {} : { state: "all" }), ...view });
}

type TagLinksProps = {
  kind: RecordKind;
  tags: readonly Tag[] /** As many are shown; the others are counted. */;
  most?: number;
};

/** Tags that lead to the records with them. */
export function TagLinks({ kind, tags, most = tags.length }: TagLinksProps) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5 [dd>&]:justify-end">
      {tags.slice(0, most).map(({ id, name }) => (
        <Link
          key={id}
          className="badge inline-flex min-h-6 items-center wrap-anywhere hover:underline"
          to={taggedHref(kind, id)}
        >
          {name}
        </Link>
      ))}
      {tags.length > most && <span className="self-center text-sm text-quiet">and {tags.length - most} more</span>}
    </span>
  );
}

type TagsCardProps = {
  record: RecordDetail;
  /** The names of the account's tags. */
  known: readonly string[];
  last: LastPost;
};

/** The tags of a record, each with its removal, and a form for another one. */
export function TagsCard({ record, known, last }: TagsCardProps) {
  const { state, formData } = useNavigation();
  const { kind, tags } = record;
  const open = known.filter((name) => !tags.some((tag) => tag.name === name));
  return (
    <Card label="Tags">
      <CardHead title="Tags" />
      {tags.length === 0 ? (
        <p className="px-4 pt-4 text-quiet">No tags yet.</p>
      ) : (
        <Form method="post" className="px-4 pt-4" preventScrollReset>
          <input type="hidden" name="intent" value="remove-tag" />
          <ul className="flex flex-wrap gap-2">
            {tags.map(({ id, name }) => (
              <li key={id} className="badge inline-flex min-h-8 max-w-full items-center gap-0.5 py-0 pr-0.5">
                <Link
                  className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
                  to={taggedHref(kind, id)}
                >
                  {name}
                </Link>
                <Button
                  variant="ghost"
                  icon={X}
                  name="tag_id"
                  value={id}
                  label={`Remove the tag ${name}`}
                  className="h-7 w-7 shrink-0"
                />
              </li>
            ))}
          </ul>
        </Form>
      )}
      {tags.length >= maxRecordTags ? (
        <p className="p-4 text-quiet">There are {maxRecordTags} tags already. Remove one to add another.</p>
      ) : (
        <Form key={record.version} method="post" className="grid gap-4 p-4" aria-label="New tag" preventScrollReset>
          <datalist id="known-tags">
            {open.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextInput
            id="point-tag"
            name="tag"
            label="Tag"
            help="One that there is, or a new one. Several with commas between them."
            list="known-tags"
            autoComplete="off"
            maxLength={300}
            defaultValue={typedValue(last, "tag") ?? ""}
            errors={fieldErrors(last).tag ?? []}
          />
          <div>
            <Button name="intent" value="add-tag" working={state !== "idle" && formData?.get("intent") === "add-tag"}>
              Add the tag
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
