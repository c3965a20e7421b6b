import { z } from "zod";
import { type Call, id } from "../kit/contract";

/** A run of a survey at the path of the specification, which lists it under messaging as a GET that changes data. */
export const instanceCalls = {
  startInstance: {
    method: "GET",
    path: "/instance/{id}/dispatch",
    summary: "Changes nothing: a link must not start what is paid for. Answers 405 with the call that does",
    needs: { permissions: ["Create Surveys"], products: ["Surveys"] },
    params: z.object({ id }),
    answers: {},
  },
} as const satisfies Record<string, Call>;
