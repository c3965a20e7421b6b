/** What people say of two numbers or addresses: they belong to one customer, or to two. */
export const customerRelations = ["same", "different"] as const;
export type CustomerRelation = (typeof customerRelations)[number];

/** Numbers in E.164 and addresses in small letters. */
type Link = { first: string; second: string; relation: CustomerRelation };

/** Numbers and addresses that may be joined by hand: the page of a customer asks for at most ten of each. */
export const maxJoined = 10;

/** The other end of a link that one of the keys is an end of, seen from it. */
function ends(links: readonly Link[], relation: CustomerRelation): [from: string, to: string][] {
  return links
    .filter((link) => link.relation === relation)
    .flatMap(({ first, second }): [string, string][] => [
      [first, second],
      [second, first],
    ]);
}

/** These and all that are joined with one of them, directly or through others; the known ones first. */
export function joinedWith(known: readonly string[], links: readonly Link[]): string[] {
  const found = new Set(known);
  const pairs = ends(links, "same");
  for (const key of found) for (const [from, to] of pairs) if (from === key) found.add(to);
  return [...found];
}

/** What is said to belong to another customer than one of these. */
export function setApartFrom(known: readonly string[], links: readonly Link[]): string[] {
  return [...new Set(ends(links, "different").flatMap(([from, to]) => (known.includes(from) ? to : [])))];
}

/**
 * All numbers and addresses of a customer: those asked for, those joined with them by hand, those that records have
 * beside them, and what is joined with these; without those set apart from what is asked for or joined with it.
 */
export function customerKeys(asked: readonly string[], found: readonly string[], links: readonly Link[]): string[] {
  const said = joinedWith(asked, links);
  const apart = setApartFrom(said, links);
  return joinedWith([...said, ...found.filter((key) => !apart.includes(key))], links).filter(
    (key) => said.includes(key) || !apart.includes(key),
  );
}
