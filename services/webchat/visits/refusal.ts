import type { Problem } from "../../kit/contract";
import { HttpError } from "../../kit/serve";

/** What another service refused, told on. */
export function refusalFrom({ status, body }: { status: number; body: unknown }): HttpError {
  const { message, errors } = body as Problem;
  const known = ([404, 409, 413, 422, 429, 503] as const).find((one) => one === status);
  return new HttpError(known ?? (status === 406 ? 403 : 503), message, errors);
}
