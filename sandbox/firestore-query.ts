import type { StoredDocument } from "./firestore";
import { segments } from "./firestore";

export type Value = {
  nullValue?: null;
  booleanValue?: boolean;
  integerValue?: string | number;
  doubleValue?: number;
  timestampValue?: string;
  stringValue?: string;
  mapValue?: { fields?: Fields };
  arrayValue?: { values?: Value[] };
};
export type Fields = { [name: string]: Value };

type FieldFilter = { field: { fieldPath: string }; op: string; value: Value };
type Filter = {
  fieldFilter?: FieldFilter;
  compositeFilter?: { op: string; filters: Filter[] };
};
export type Query = {
  from?: { collectionId: string }[];
  where?: Filter;
  orderBy?: { field: { fieldPath: string }; direction?: string }[];
  limit?: number | { value: number };
};

/** The value at a path; undefined when it is not there. */
export function valueAt({ fields }: { fields: Fields }, path: string): Value | undefined {
  let found: Value | undefined = { mapValue: { fields } };
  for (const name of segments(path)) found = found?.mapValue?.fields?.[name];
  return found;
}

/** What a query demands by "=" of a field, wherever it stands among the conditions that all must hold. */
export function demanded({ where }: Query, path: string): Value | undefined {
  const all = where?.compositeFilter?.op === "AND" ? where.compositeFilter.filters : where ? [where] : [];
  return all.find(({ fieldFilter: one }) => one?.op === "EQUAL" && one.field.fieldPath === path)?.fieldFilter?.value;
}

/** @param parent projects/p/databases/d/documents, or a document in it */
export function queryAnswer(documents: readonly StoredDocument[], parent: string, query: Query): StoredDocument[] {
  const folder = `${parent}/${query.from?.[0]?.collectionId ?? ""}/`;
  const found = documents.filter(
    (one) => one.name.startsWith(folder) && !one.name.slice(folder.length).includes("/") && holds(one, query.where),
  );
  const order = query.orderBy ?? [];
  found.sort((a, b) => {
    for (const { field, direction } of order) {
      const by = compare(valueAt(a, field.fieldPath), valueAt(b, field.fieldPath));
      if (by !== 0) return direction === "DESCENDING" ? -by : by;
    }
    return a.name < b.name ? -1 : 1;
  });
  const most = typeof query.limit === "object" ? query.limit.value : query.limit;
  return most ? found.slice(0, most) : found;
}

function holds(one: StoredDocument, filter: Filter | undefined): boolean {
  if (!filter) return true;
  if (filter.compositeFilter) {
    const { op, filters } = filter.compositeFilter;
    return op === "OR" ? filters.some((each) => holds(one, each)) : filters.every((each) => holds(one, each));
  }
  if (!filter.fieldFilter) throw new Error("this kind of filter is not imitated");
  const { field, op, value } = filter.fieldFilter;
  const found = field.fieldPath === "__name__" ? { stringValue: one.name } : valueAt(one, field.fieldPath);
  if (found === undefined || rank(found) !== rank(value)) return op === "NOT_EQUAL" && found !== undefined;
  const by = compare(found, value);
  const answers: { [op: string]: boolean } = {
    EQUAL: by === 0,
    NOT_EQUAL: by !== 0,
    LESS_THAN: by < 0,
    LESS_THAN_OR_EQUAL: by <= 0,
    GREATER_THAN: by > 0,
    GREATER_THAN_OR_EQUAL: by >= 0,
  };
  const answer = answers[op];
  if (answer === undefined) throw new Error(`the condition ${op} is not imitated`);
  return answer;
}

const number = (value: Value) => (value.integerValue === undefined ? value.doubleValue : Number(value.integerValue));

/** Values of different types follow each other in this order. */
function rank(value: Value | undefined): number {
  if (value === undefined || "nullValue" in value) return 0;
  if (value.booleanValue !== undefined) return 1;
  if (number(value) !== undefined) return 2;
  if (value.timestampValue !== undefined) return 3;
  return value.stringValue !== undefined ? 4 : 5;
}

function compare(a: Value | undefined, b: Value | undefined): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || !a || !b) return ranks;
  const [one, other] = [plainOf(a), plainOf(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

function plainOf(value: Value): string | number {
  const plain = number(value) ?? value.stringValue ?? value.timestampValue ?? Number(value.booleanValue ?? 0);
  return value.mapValue || value.arrayValue ? JSON.stringify(value) : plain;
}
