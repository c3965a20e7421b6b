/**
 * What the lists can be ordered by, the first of each being its order unless `sort` says another. "-name" is "name" the
 * other way round, the highest or newest first. The contract of a call (`sortField`), its handler (`namedOrders`) and the heads of
 * the list's columns (`headSort`) read the same list.
 *
 * Lists of few rows are sorted as they are asked for; those that may have a million only by what an index has in order.
 */
export const listOrders = {
  members: ["name", "-name", "email", "-email", "role", "-role", "since", "-since"],
  roles: ["rank", "-rank", "name", "-name", "members", "-members", "created", "-created"],
  groups: ["-created", "created", "name", "-name", "contacts", "-contacts"],
  groupContacts: ["-added", "added", "name", "-name", "number", "-number"],
  blacklist: ["-added", "added", "number", "-number"],
  senders: ["-requested", "requested", "sender", "-sender", "approved", "-approved"],
  templates: ["-created", "created", "name", "-name", "updated", "-updated"],
  invoices: ["-issued", "issued", "number", "-number", "total", "-total"],
  blasts: ["-created", "created"],
  received: ["-received", "received"],
  surveys: ["-created", "created", "title", "-title"],
  suppressions: ["-added", "added", "address", "-address"],
  organisations: ["-created", "created", "name", "-name"],
  appointments: ["starts", "-starts", "title", "-title", "user", "-user"],
  tasks: ["due", "-due", "title", "-title", "user", "-user"],
  quotes: ["-number", "number", "total", "-total", "valid", "-valid"],
  sales: ["-recorded", "recorded", "sold", "-sold", "total", "-total"],
  customers: ["-created", "created", "name", "-name"],
  duplicates: ["-score", "score", "found", "-found"],
  sequencePeople: ["-entered", "entered", "due", "-due"],
  records: ["-created", "created", "name", "-name", "value", "-value", "score", "-score", "active", "-active"],
} as const satisfies { [list: string]: readonly [string, ...string[]] };

type ListName = keyof typeof listOrders;
export type ListSort<L extends ListName> = (typeof listOrders)[L][number];

type Ascending<S extends string> = S extends `-${string}` ? never : S;

/**
 * What the head of a column asks for. A column of which the newest or highest come first unless another order is asked
 * for begins with them.
 * @example headSort("members", "name")
 */
export function headSort<L extends ListName>(list: L, name: Ascending<ListSort<L>>) {
  const sorts: readonly string[] = listOrders[list];
  const first = sorts[0] === `-${name}` ? { first: "descending" as const } : {};
  return { ascending: name as string, descending: `-${name}`, ...first };
}
