import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { instanceCalls } from "../contract.instances";

/** Surveys start their runs themselves: messaging only says where. */
export function instanceHandlers(): Pick<Handlers<typeof messaging.calls>, keyof typeof instanceCalls> {
  return {
    async startInstance({ params: { id } }) {
      return problem(405, `Use POST /api/survey/instances/${id}/dispatch.`);
    },
  };
}
