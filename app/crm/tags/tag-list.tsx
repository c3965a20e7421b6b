import { Tag as TagIcon } from "lucide-react";
import type { RecordKind } from "../../../rules/crm";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { BulkAction, BulkOutcome, ListColumn, ListFilter, ListRequest } from "../../kit/lists/definition";
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

type TagChange = { records: readonly number[]; tag: number; adds: boolean };

function callChange({ api }: Pick<ListRequest, "api">, kind: RecordKind, { records, tag, adds }: TagChange) {
  const body = { type: kind, records: [...records] };
  return api.crm.tagRecords({ body: { ...body, ...(adds ? { add: [tag] } : { remove: [tag] }) } });
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
    async run(asked, rows, values): Promise<BulkOutcome> {
      const tag = Number(values.tag);
      const answer = await callChange(asked, kind, { records: rows.map(({ id }) => id), tag, adds });
      if (answer.status !== 200)
        return { done: [], refused: rows.map(({ name }) => ({ name, reason: answer.body.message })) };
      const { changed, refused } = answer.body;
      return {
        // The undo must know the tag as well.
        done: changed.map((id) => `${id}-${tag}`),
        unchanged: rows.length - changed.length - refused.length,
        refused: refused.map(({ id, reason }) => ({ name: rows.find((row) => row.id === id)?.name ?? "", reason })),
      };
    },
    told: (count) => (adds ? `${count} got the tag.` : `${count} lost the tag.`),
    undo: {
      async run(asked, ids) {
        const pairs = ids.flatMap((said) => {
          const [, record, tag] = /^(\d{1,15})-(\d{1,15})$/.exec(said) ?? [];
          return record === undefined ? [] : [{ record: Number(record), tag: Number(tag) }];
        });
        const [first] = pairs;
        if (!first) return { status: 422, message: "This can't be undone." };
        const records = pairs.filter(({ tag }) => tag === first.tag).map(({ record }) => record);
        const answer = await callChange(asked, kind, { records, tag: first.tag, adds: !adds });
        if (answer.status !== 200) return answer.body;
        const [no] = answer.body.refused;
        return no && { status: 409, message: no.reason };
      },
      told: (count) => (adds ? `${count} lost the tag.` : `${count} got the tag back.`),
    },
  });
  return [action(true), action(false)];
}
