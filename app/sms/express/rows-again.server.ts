import { commas } from "../../../rules/format";
import type { ServiceClients } from "../../../services/modules";
import { bare, idIn } from "../../kit/compose/start.server";

/** Rows that are brought back to be corrected at once. */
const most = 1_000;
const firstPage = { per_page: 500, page: 1 } as const;

/** What the field begins with, as a spreadsheet copies it, and what these rows are. */
export type RowsAgain = { rows: string; words: string };

/** The rows of a list that were refused (`fix`), or the messages of a blast that were not delivered (`failed`). */
export async function loadRowsAgain(api: ServiceClients, url: URL): Promise<RowsAgain | undefined> {
  const [list, blast] = [idIn(url, "fix"), idIn(url, "failed")];
  if (list !== undefined) return loadRefused(api, list);
  return blast === undefined ? undefined : loadFailed(api, blast);
}

async function loadRefused(api: ServiceClients, id: number): Promise<RowsAgain | undefined> {
  const [list, refused] = await Promise.all([
    api.messaging.expressList({ params: { id } }),
    api.messaging.refusedExpress({ params: { id }, query: { ...firstPage, kind: "refused" } }),
  ]);
  if (list.status !== 200 || refused.status !== 200) return undefined;
  const [first] = refused.body.data;
  if (!first) return undefined;
  const { data, total } = refused.body;
  return {
    rows: asSheet([list.body.columns.map(({ name }) => name), ...data.map(({ cells }) => cells)]),
    words: `${sayHowMany(data.length, total, "row")} of ${list.body.file_name} that could not be used. Line ${first.line}: ${first.reason}. Correct them, then read the rows again.`,
  };
}

/** What is known to have failed. A message without a receipt may have arrived and is not among them. */
async function loadFailed(api: ServiceClients, id: number): Promise<RowsAgain | undefined> {
  const blast = await api.messaging.blast({ params: { id } });
  if (blast.status !== 200) return undefined;
  const { footer } = blast.body;
  const found = await Promise.all(
    (["failed", "expired", "rejected"] as const).map((status) =>
      api.messaging.messages({ params: { id }, query: { ...firstPage, status } }),
    ),
  );
  const pages = found.flatMap((answer) => (answer.status === 200 ? [answer.body] : []));
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  const messages = pages.flatMap(({ data }) => data).slice(0, most);
  if (messages.length === 0) return undefined;
  const rows = messages.map(({ msisdn, text }) => [msisdn, bare(text, footer)]);
  return {
    rows: asSheet([["Phone", "Message"], ...rows]),
    words: `${sayHowMany(messages.length, total, "message")} not delivered, each as it was sent. Correct the numbers or take rows out, then read the rows again. They are new messages and cost as much.`,
  };
}

function sayHowMany(shown: number, all: number, noun: string): string {
  const plural = all === 1 ? noun : `${noun}s`;
  return shown < all ? `The first ${commas(shown)} of ${commas(all)} ${plural}` : `${commas(all)} ${plural}`;
}

/** Rows as a spreadsheet copies them; a tab or a line break inside a cell is a blank. */
function asSheet(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}
