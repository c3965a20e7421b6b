import { MessageSquareText } from "lucide-react";
import { z } from "zod";
import { instanceCalls } from "../../../services/survey/contract.instances";
import { list } from "../lists/definition";
import type { RunBase } from "./base";
import { messageColumns, messageFilter } from "./message-columns";
import { loadRun, parseRunId } from "./run.server";

/** What a run said. @param base where its pages are */
export function runOutboxList(base: RunBase) {
  return list({
    path: `${base}/outbox` as const,
    noun: ["message", "messages"],
    find: "Phone number",
    search: z.object(instanceCalls.surveyMessages.query.shape).omit({ instance: true, channel: true }),
    facts: async (asked) => ({ run: await loadRun(asked) }),
    file: ({ run }) => `survey-messages-${run.name}`,
    rows: ({ api, params }, query) =>
      api.survey.surveyMessages({ query: { ...query, instance: parseRunId(params.id) } }),
    filters: () => [messageFilter],
    columns: ({ zone }) => messageColumns(zone, false),
    id: ({ id }) => String(id),
  });
}

/** What an outbox says while it is empty. */
export const emptyOutbox = {
  ...{ icon: MessageSquareText, title: "No messages yet", text: "What this run sends is listed here." },
};
