import type { Problem } from "../../services/kit/contract";
import { act, done, type FormRequest } from "../shell/page.server";
import type { RefusalReason } from "../shell/post.server";
import type { Path } from "../sitemap";
import { NoFields } from "./typed-fields";

type Answer = { status: number; body: object };
type DeletedRecord<A> = Extract<A, { status: 201 | 200 }> extends { body: infer Body } ? Body : never;
/** Where a deletion leads to, and what is said there. */
type After = { to: string; message?: string; title?: string };

/** The action behind a `DeleteConfirm`: deletes by `call`; a refusal stays on the page with its reason. */
export function deleteAction<P extends Path, A extends Answer>(
  path: P,
  call: (given: FormRequest<P, typeof NoFields>) => Promise<A>,
  after: (deleted: DeletedRecord<A>, given: FormRequest<P, typeof NoFields>) => After,
  refusal: (problem: Problem) => RefusalReason = (problem) => problem,
) {
  return act(path, NoFields, async (given) => {
    const { status, body } = await call(given);
    if (status !== 201 && status !== 200) return given.refuse(refusal({ ...(body as Problem), status }));
    const { to, message, title } = after(body as DeletedRecord<A>, given);
    return done(given.from, to, message, title);
  });
}
