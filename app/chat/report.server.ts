import { z } from "zod";
import { reportFilters } from "../../services/chat/contract.reports";
import { searchOf } from "../kit/list";
import type { Ask } from "../shell/context.server";
import { need } from "../shell/page.server";

const filters = { search: z.object(reportFilters) };

/** What every report begins with: the filters that the URL says, and what the filters offer. */
export async function reportFrom({ ask, url }: { ask: Ask; url: URL }) {
  return { search: searchOf(filters, url), choices: need(await ask.chat.reportChoices({}), 200) };
}
