/** Whom a link to an interview is about: what is not there is undefined, so that it is left out of the next link. */
export type LinkedPerson = { phone: string | undefined; name: string | undefined; from: string | undefined };

export function personFrom({ searchParams }: URL): LinkedPerson {
  const read = (name: string, longest: number) => searchParams.get(name)?.slice(0, longest) || undefined;
  return { phone: read("phone", 200), name: read("name", 120), from: read("from", 120) };
}
