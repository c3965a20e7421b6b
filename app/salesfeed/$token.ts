// /salesfeed/:token - the sales as CSV, a row for each of their lines, for a spreadsheet that reads an address (?since=)
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Sale } from "../../services/crm/contract.sales";
import { csvLine } from "../../services/kit/csv";
import { asGuest } from "../shell/steps.server";

/** Sales asked for at a time. */
const chunk = 500;

const head = ["sale", "sold_on", "customer", "deal", "name", "quantity", "price", "amount", "currency", "recorded_by"];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = asGuest(args);
  const token = (args.params.token ?? "").replace(/\.csv$/, "");
  const start_date = new URL(args.request.url).searchParams.get("since") ?? undefined;
  const ask = (after?: string) =>
    api.crm.feedSales({ params: { token }, query: { per_page: chunk, after, start_date } });
  // An address that leads nowhere is an error, and no file with an error in it.
  const first = await ask();
  if (first.status !== 200) {
    const seconds = /Wait (\d+) s/.exec(first.body.message)?.[1];
    const headers = { "content-type": "text/plain; charset=utf-8", ...(seconds ? { "retry-after": seconds } : {}) };
    return new Response(`${first.body.message}\n`, { status: first.status, headers });
  }
  async function* lines(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    yield encoder.encode(`\ufeff${csvLine(head)}`);
    for (let page = first; ; ) {
      // Cut off, so that no program takes a part for the whole.
      if (page.status !== 200) throw new Error(page.body.message);
      yield encoder.encode(page.body.data.flatMap(saleRows).join(""));
      if (!page.body.next) return;
      page = await ask(page.body.next);
    }
  }
  return new Response(streamed(lines()), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="sales.csv"`,
      "cache-control": "private, no-store",
    },
  });
}

function streamed(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

function saleRows({ id, sold_on, contact, deal, lines, currency, by }: Sale): string[] {
  return lines.map(({ name, quantity, price_cents }) =>
    csvLine([
      ...[id, sold_on, contact?.name ?? "", deal?.name ?? "", name, quantity],
      ...[price_cents / 100, (price_cents * quantity) / 100, currency, by],
    ]),
  );
}
