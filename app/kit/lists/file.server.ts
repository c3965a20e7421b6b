import { type Cell, csvStream } from "../../../services/kit/csv";
import { xlsxStream } from "../../../services/kit/xlsx";

/** One column of a file: its name in JSON, its heading in the others. */
type FileColumn = { name: string; heading: string };

type ListFile = {
  /** Without its ending. Anything but letters, digits, dot, dash and _ becomes a dash. */
  name: string;
  columns: readonly FileColumn[];
  rows: AsyncIterable<readonly Cell[]>;
  zone: string;
};

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  json: "application/json; charset=utf-8",
};

function endingOf(url: URL): keyof typeof types {
  const ending = /\.(csv|xlsx|json)(?:\.data)?$/.exec(url.pathname)?.[1];
  return (ending as keyof typeof types | undefined) ?? "csv";
}

/** The rows as the kind of file that the address ends in, sent as they are read. */
export function fileResponse(url: URL, { name, columns, rows, zone }: ListFile): Response {
  const ending = endingOf(url);
  const headings = columns.map(({ heading }) => heading);
  const body =
    ending === "csv"
      ? csvStream(headings, rows, zone)
      : ending === "xlsx"
        ? xlsxStream(headings, rows, zone)
        : jsonStream(columns, rows);
  return new Response(body, {
    headers: {
      "content-type": types[ending],
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.${ending}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store, no-transform",
    },
  });
}

/** An array of objects, a row on a line. Values are as the service gives them: numbers, texts, instants in UTC. */
function jsonStream(columns: readonly FileColumn[], rows: AsyncIterable<readonly Cell[]>): ReadableStream<Uint8Array> {
  const source = rows[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let first = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = "";
        while (text.length < 32_768) {
          const next = await source.next();
          if (next.done) {
            controller.enqueue(encoder.encode(`${text}${first ? "[" : ""}]\n`));
            return controller.close();
          }
          const row = Object.fromEntries(columns.map(({ name }, i) => [name, plain(next.value[i])]));
          text += `${first ? "[" : ","}${JSON.stringify(row)}\n`;
          first = false;
        }
        controller.enqueue(encoder.encode(text));
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

function plain(cell: Cell): string | number | boolean | null {
  if (cell === undefined || cell === null) return null;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString();
  return typeof cell === "bigint" ? String(cell) : cell;
}
