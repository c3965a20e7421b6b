import pg from "pg";
import { prepareValue } from "pg/lib/utils";

/** A statement as kysely compiles it. */
export type Statement = { sql: string; parameters: readonly unknown[] };
type Row = Record<string, unknown>;
type Outcome = { rows: Row[] } | { error: Error } | "skipped";

/**
 * Begins the text of a read that finds few rows through an index, whatever its values: it is planned once for all of
 * them (planning fifty contacts anew took half of their 0.35 ms), and quick reads of an account that are asked for in
 * the same turn travel in one message, because a round trip costs more than they do.
 */
export const quick = "/* quick */";

const account = "set_config('app.account', $1, true), set_config('transaction_read_only', 'on', true)";
const before = {
  any: `select ${account}`,
  quick: `select ${account}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
};

/** What goes in front of statements that are all quick, or of one that is not. */
export function leadFor(id: string, statements: readonly Statement[]): Statement {
  return { sql: before[statements.every(({ sql }) => sql.startsWith(quick)) ? "quick" : "any"], parameters: [id] };
}

export function isError(outcome: Outcome): outcome is { error: Error } {
  return outcome !== "skipped" && "error" in outcome;
}

/** Statements are prepared once a connection and found by name after that; more texts than this are parsed each time. */
const mostNamed = 300;
const named = new Map<string, string>();

function nameOf(text: string): string {
  const known = named.get(text);
  if (known !== undefined || named.size >= mostNamed) return known ?? "";
  const name = `read ${named.size}`;
  named.set(text, name);
  return name;
}

/** pg's connection, as far as a query that sends itself uses it. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper(value: unknown): unknown }): void;
  describe(message: { type: "P" }): void;
  execute(message: object): void;
  sync(): void;
};
type Column = { name: string; read: (text: string) => unknown };

/** What each connection has prepared, with the columns of the rows: they are asked for once, with the statement. */
const prepared = new WeakMap<Wire, Map<string, Column[]>>();

/**
 * Sends the statements in one message. PostgreSQL runs them as one transaction, which ends at the one Sync behind them
 * (protocol, 54.2.3); after one that fails it skips the rest. Never throws: each statement has its own outcome.
 */
export function readTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<Outcome[]> {
  return new Promise((resolve) => {
    const outcomes: Outcome[] = [];
    let known = new Map<string, Column[]>();
    let columns: Column[] | undefined;
    let rows: Row[] = [];
    const begin = () => {
      columns = known.get(statements[outcomes.length]?.sql ?? "");
      rows = [];
    };
    client.query({
      submit(connection: unknown) {
        const wire = connection as Wire;
        known = prepared.get(wire) ?? known;
        prepared.set(wire, known);
        wire.stream.cork();
        try {
          for (const { sql, parameters } of statements) ask(wire, known, sql, parameters);
        } finally {
          wire.sync();
          wire.stream.uncork();
        }
        begin();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }));
        const { sql = "" } = statements[outcomes.length] ?? {};
        if (nameOf(sql)) known.set(sql, columns);
      },
      handleDataRow({ fields }: { fields: (string | null)[] }) {
        rows.push(rowOf(columns ?? [], fields));
      },
      handleCommandComplete() {
        outcomes.push({ rows });
        begin();
      },
      handleEmptyQuery() {
        outcomes.push({ rows });
        begin();
      },
      handleError(error: Error) {
        // Its plan may be one that no longer fits the tables: all of them are prepared anew.
        known.clear();
        if (outcomes.length === statements.length) return;
        outcomes.push({ error });
        while (outcomes.length < statements.length) outcomes.push("skipped");
        resolve(outcomes);
      },
      handleReadyForQuery: () => resolve(outcomes),
    });
  });
}

function ask(wire: Wire, known: Map<string, Column[]>, text: string, parameters: readonly unknown[]): void {
  const statement = nameOf(text);
  const fresh = !known.has(text);
  if (fresh) {
    // An earlier try may have left it behind: to close what isn't there is no error.
    if (statement) wire.close({ type: "S", name: statement });
    wire.parse({ name: statement, text });
  }
  wire.bind({ statement, values: [...parameters], valueMapper: prepareValue });
  if (fresh) wire.describe({ type: "P" });
  wire.execute({});
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Row = {};
  for (let i = 0; i < columns.length; i++) {
    const { name, read } = columns[i] as Column;
    const text = fields[i];
    row[name] = text === null || text === undefined ? null : read(text);
  }
  return row;
}
