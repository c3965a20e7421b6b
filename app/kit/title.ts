import type { LoaderFunction, MetaDescriptor, MetaFunction } from "@remix-run/node";
import { brand } from "../../rules/brand";

/**
 * The title of a page: the one that the sitemap gives it (`title`, else `label`). The table does not reach the browser,
 * so a page repeats it; `tests/architecture/titles.test.ts` compares the two.
 */
export function titled(title: string): MetaFunction {
  return () => [{ title: `${title} - ${brand.name}` }];
}

/**
 * The title of a page about one record; `data` is missing where the loader failed.
 * @param more other tags of the page's head
 */
export function titledBy<L extends LoaderFunction>(
  title: (...given: Parameters<MetaFunction<L>>) => string,
  more?: (...given: Parameters<MetaFunction<L>>) => MetaDescriptor[],
): MetaFunction<L> {
  return (...given) => [{ title: `${title(...given)} - ${brand.name}` }, ...(more?.(...given) ?? [])];
}
