import { contracts } from "./contracts";
import { openapi } from "./kit/openapi";

/** The OpenAPI 3.1 document of every documented call. */
export function openapiDocument(): object {
  return openapi(Object.values(contracts));
}
