import pg from "pg";
import { prepareValue } from "pg/lib/utils";

/** A statement as kysely compiles it; `batched` where it may share a message with others. */
export type Statement = { sql: string; parameters: readonly unknown[]; batched?: boolean };
type Row = Record<string, unknown>;
type Outcome = { rows: Row[] } | { error: Error } | "skipped";

/**
 * Marks a read that finds few rows through an index, whatever its values: it is planned once for all of them (planning
 * fifty contacts anew took half of their 0.35 ms), and batched reads of an account that are asked for in the same turn
 * travel in one message, because a round trip costs more than they do. Without meaning in a transaction that writes.
 */
export function asBatched<S extends Statement>(statement: S): S & { batched: true } {
  return { ...statement, batched: true };
}

const account = "set_config('app.account', $1, true), set_config('transaction_read_only', 'on', true)";
const before = {
  any: `select ${account}`,
  batched: `select ${account}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
};

/** What goes in front of statements that are all batched, or of one that is not. */
export function leadFor(id: string, statements: readonly Statement[]): Statement {
  return { sql: before[statements.every(({ batched }) => batched) ? "batched" : "any"], parameters: [id] };
}

export function isError(outcome: Outcome): outcome is { error: Error } {
  return outcome !== "skipped" && "error" in outcome;
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

/** A statement's name on one connection, and the columns of its rows; without columns it is prepared first. */
type PreparedStatement = { name: string; columns?: Column[] };

/**
 * What each connection has prepared, by text, the longest unused first. More texts than this take the names of those:
 * of what people filter by there is no end, and it must not keep the reads of every page from theirs.
 */
const prepared = new WeakMap<Wire, Map<string, PreparedStatement>>();
const maxPrepared = 300;

function preparedFor(known: Map<string, PreparedStatement>, text: string): PreparedStatement {
  let statement = known.get(text);
  if (!statement) {
    const [oldest] = known.size < maxPrepared ? [] : known;
    statement = { name: oldest?.[1].name ?? `read ${known.size}` };
    if (oldest) known.delete(oldest[0]);
  }
  known.delete(text);
  known.set(text, statement);
  return statement;
}

/**
 * Sends the statements in one message. PostgreSQL runs them as one transaction, which ends at the one Sync behind them
 * (protocol, 54.2.3); after one that fails it skips the rest. Never throws: each statement has its own outcome.
 */
export function readTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<Outcome[]> {
  return new Promise((resolve) => {
    const outcomes: Outcome[] = [];
    let known = new Map<string, PreparedStatement>();
    let asked: PreparedStatement[] = [];
    let rows: Row[] = [];
    client.query({
      submit(connection: unknown) {
        const wire = connection as Wire;
        known = prepared.get(wire) ?? known;
        prepared.set(wire, known);
        asked = statements.map(({ sql }) => preparedFor(known, sql));
        wire.stream.cork();
        try {
          for (const [at, statement] of statements.entries()) ask(wire, asked[at] as PreparedStatement, statement);
        } finally {
          wire.sync();
          wire.stream.uncork();
        }
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        const columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }));
        Object.assign(asked[outcomes.length] as PreparedStatement, { columns });
      },
      handleDataRow({ fields }: { fields: (string | null)[] }) {
        rows.push(rowOf(asked[outcomes.length]?.columns ?? [], fields));
      },
      handleCommandComplete() {
        outcomes.push({ rows });
        rows = [];
      },
      handleEmptyQuery() {
        outcomes.push({ rows });
        rows = [];
      },
      handleError(error: Error) {
        // Its plan may be one that no longer fits the tables: all of them are prepared anew.
        for (const statement of [...known.values(), ...asked]) delete statement.columns;
        if (outcomes.length === statements.length) return;
        outcomes.push({ error });
        while (outcomes.length < statements.length) outcomes.push("skipped");
        resolve(outcomes);
      },
      handleReadyForQuery: () => resolve(outcomes),
    });
  });
}

function ask(wire: Wire, { name, columns }: PreparedStatement, { sql, parameters }: Statement): void {
  if (!columns) {
    // An earlier try may have left it behind, or another text had the name: to close what isn't there is no error.
    wire.close({ type: "S", name });
    wire.parse({ name, text: sql });
  }
  wire.bind({ statement: name, values: [...parameters], valueMapper: prepareValue });
  if (!columns) wire.describe({ type: "P" });
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
