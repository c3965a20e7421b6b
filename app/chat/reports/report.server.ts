import { z } from "zod";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { ServiceClients } from "../../../services/modules";
import { parseSearch } from "../../kit/list";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

const filters = { search: z.object(reportFilters) };

/** What every report begins with: the filters that the URL says, and what the filters offer. */
export async function reportFrom({ api, url }: { api: ServiceClients; url: URL }) {
  return { search: parseSearch(filters, url), choices: expectStatus(await api.chat.reportChoices({}), 200) };
}
