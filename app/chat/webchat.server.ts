import type { Problem } from "../../services/kit/contract";

type Failed = {
  data: {
    notice?: { level: "warning" | "error" | "success" | "info"; title: string; message: string };
    always?: true;
  };
};

/**
 * A write that was not answered with 201 (R146): the warning "Error!" with the server's message; and where no answer
 * came, the words of the specification (notices, web chat).
 */
export function notSaved<F>(refuse: (problem: Problem) => F, { status, body }: { status: number; body: Problem }): F {
  const failed = refuse(body);
  const notice =
    status >= 500
      ? { level: "error" as const, title: "Error!", message: "An error has occurred please try later" }
      : { level: "warning" as const, title: "Error!", message: body.message };
  Object.assign((failed as Failed).data, { notice, always: true });
  return failed;
}
