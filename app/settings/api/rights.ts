import { type KeyScope, keyScopeNames, keyScopes } from "../../../rules/api-keys";
import type { Viewer } from "../../access";
import { powersOfViewer } from "../roles/rights";

/** Whether the account has a product that the scope is about. */
export function hasScope({ products }: Pick<Viewer, "products">, scope: KeyScope): boolean {
  const about: readonly string[] = keyScopes[scope].products;
  return products.some(({ name }) => about.includes(name));
}

/** The scopes that the viewer can't give, because they may not do it themselves. The service decides again. */
export function lackingScopes(viewer: Viewer): KeyScope[] {
  const held = powersOfViewer(viewer);
  return keyScopeNames.filter((scope) => !keyScopes[scope].permissions.some((name) => held.has(name)));
}
