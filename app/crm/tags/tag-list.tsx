import { Tag as TagIcon } from "lucide-react";
import type { RecordKind } from "../../../rules/crm";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { BulkAction, ListColumn, ListFilter } from "../../kit/lists/definition";
import { changeOutcome, undoChanges } from "../record/bulk";
import { TagLinks } from "./tags-card";

type Tag = { id: number; name: string };

/** As many tags as a row of a list shows. */
const tagsShown = 4;

/** The tags of a record: hidden until the column is chosen, and in every file. */
export function tagColumn(kind: RecordKind): ListColumn<CrmRecord> {
  return {
    name: "tags",
    label: "Tags",
    extra: true,
    value: ({ tags = [] }) => tags.map(({ name }) => name).join(", "),
    cell: ({ tags = [] }) => <TagLinks kind={kind} tags={tags} most={tagsShown} />,
  };
}

/** The records with a tag. */
export function tagFilter(tags: readonly Tag[]): ListFilter[] {
  return tags.length === 0 ? [] : [{ name: "tag", label: "Tag", choices: choices(tags) }];
}

function choices(tags: readonly Tag[]) {
  return tags.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** Several records get a tag or lose one, and can have it as before: the undo is for those alone that it changed. */
export function tagActions(kind: RecordKind, tags: readonly Tag[]): BulkAction<CrmRecord>[] {
  if (tags.length === 0) return [];
  const nameOf = (id: string | undefined) => tags.find((tag) => String(tag.id) === id)?.name ?? "a tag";
  const action = (adds: boolean): BulkAction<CrmRecord> => ({
    name: adds ? "tag" : "untag",
    label: adds ? "Add a tag" : "Remove a tag",
    icon: TagIcon,
    fields: [{ name: "tag", label: "Tag", choices: choices(tags) }],
    ask: (count, { values }) => ({
      title: adds ? `Add ${nameOf(values.tag)} to ${count}?` : `Remove ${nameOf(values.tag)} from ${count}?`,
      text: "The change is in the history of each of them.",
      button: adds ? "Add the tag" : "Remove the tag",
    }),
    async run({ api }, rows, values) {
      const tag = Number(values.tag);
      const body = { type: kind, records: rows.map(({ id }) => id), ...(adds ? { add: [tag] } : { remove: [tag] }) };
      return changeOutcome(rows, await api.crm.tagRecords({ body }));
    },
    told: (count) => (adds ? `${count} got the tag.` : `${count} lost the tag.`),
    undo: {
      run: undoChanges,
      told: (count) => (adds ? `${count} lost the tag.` : `${count} got the tag back.`),
    },
  });
  return [action(true), action(false)];
}
