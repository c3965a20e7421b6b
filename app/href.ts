import type { Path } from "./sitemap";

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? CleanName<Name> | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? CleanName<Name>
    : never;
type CleanName<N extends string> = N extends `${infer Bare}.${string}` ? Bare : N;
type Params<P extends string> = [Names<P>] extends [never] ? undefined : { [N in Names<P>]: string | number };
export type Query = Record<string, string | number | undefined | null>;

/** A link into the product: a URL that isn't in the sitemap does not compile. Empty query values are left out. */
export function href<P extends Path>(
  path: P,
  ...[params, query]: [Names<P>] extends [never]
    ? [params?: undefined, query?: Query]
    : [params: Params<P>, query?: Query]
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, string | number> | undefined)?.[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
