import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { Problem } from "../../services/kit/contract";
import { formOf } from "./form.server";
import type { SessionNotice } from "./session.server";

/**
 * A form with secrets in it: like `act`, but nothing that was typed into the hidden fields goes back to the page, not
 * even when the form is refused.
 */
export async function secretForm<S extends z.ZodType>(request: Request, schema: S, hideFields: string[]) {
  const submission: Submission<z.output<S>> = parseWithZod(await formOf(request), { schema });
  const answer = (reply: ReturnType<typeof submission.reply>, status: number, notice?: SessionNotice) =>
    data({ reply, ...(notice ? { notice } : {}) }, { status });
  const refuse = (problem: Problem) =>
    answer(
      submission.reply({ hideFields, ...(problem.errors ? { fieldErrors: problem.errors } : {}) }),
      problem.status === 422 || problem.status === 429 ? problem.status : 400,
      { level: "warning", title: "Warning", message: problem.message },
    );
  return submission.status === "success"
    ? { value: submission.value as z.output<S>, refuse }
    : { refused: answer(submission.reply({ hideFields }), 400) };
}
