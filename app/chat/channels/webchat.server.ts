import type { Problem } from "../../../services/kit/contract";
import type { RefusalReason, Submitted } from "../../shell/post.server";

/**
 * Why a write was not answered with 201 (R146): the warning "Error!" with the server's message; and where no answer
 * came, the words of the specification (notices, web chat).
 */
export function unsaved(problem: Problem): RefusalReason {
  return problem.status >= 500
    ? { ...problem, level: "error", title: "Error!", message: "An error has occurred please try later" }
    : { ...problem, title: "Error!" };
}

/** A refused write: its notice is shown although a field says what is wrong (R146). */
export function notSaved(refuse: Submitted["refuse"], { status, body }: { status: number; body: Problem }) {
  return refuse(unsaved({ ...body, status }), { always: true as const });
}
