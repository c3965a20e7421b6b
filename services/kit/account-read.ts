import pg from "pg";

/** Statements are prepared once a connection and found by name after that; more texts than this are parsed each time. */
const mostNamed = 300;
const named = new Map<string, string>();

const setAccount = {
  name: "account",
  text: "select set_config('app.account', $1, true), set_config('transaction_read_only', 'on', true)",
};

/** For every new connection, before anything else is asked of it. */
export function prepareAccount(client: pg.PoolClient): void {
  client.query({ ...setAccount, values: [""] }).catch(() => undefined);
}

function nameOf(text: string): string | undefined {
  const known = named.get(text);
  if (known !== undefined || named.size >= mostNamed) return known;
  const name = `read ${named.size}`;
  named.set(text, name);
  return name;
}

/** What pg hands to a query that sends itself. */
type Wire = {
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  execute(message: { portal: string; rows?: number }): void;
};
type Handling = {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
};
const handling = pg.Query.prototype as unknown as Handling;

/**
 * One statement behind the account's, in one message and so in one transaction: PostgreSQL ends it at the Sync, which
 * is sent once, at the end (protocol, 54.2.3). A class because pg takes nothing else.
 */
export class AccountRead extends pg.Query {
  readonly #account: string;
  #set = false;

  constructor(
    account: string,
    text: string,
    values: unknown[],
    done: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    const name = nameOf(text);
    super({ text, values, queryMode: "extended", ...(name ? { name } : {}) } as pg.QueryConfig, done as never);
    this.#account = account;
  }

  prepare(connection: Wire): void {
    connection.bind({ portal: "", statement: setAccount.name, values: [this.#account] });
    connection.execute({ portal: "" });
    handling.prepare.call(this, connection);
  }

  handleDataRow(message: unknown): void {
    if (this.#set) handling.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#set) handling.handleCommandComplete.call(this, message, connection);
    this.#set = true;
  }
}
