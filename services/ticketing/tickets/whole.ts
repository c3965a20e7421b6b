import { sql } from "kysely";
import { Refused } from "../../kit/serve";
import { rows } from "../desk/act";
import type { Asking, Bench } from "../desk/bench";
import { detailOf } from "./detail";
import { linksOf } from "./files";

/** Reads of a ticket whole, for the answers of the calls that show or change one. */
export function wholeOf({ read, deps, now }: Bench) {
  /** The ticket as it is now, with links to its files and to those of what was merged into it. */
  async function whole(asking: Asking, id: number) {
    const { account } = asking;
    const origins = await read(account, (trx) =>
      rows<{ id: number }>(
        trx,
        sql`
        select distinct origin_id as id from ticketing.files where customer_account = ${account} and ticket_id = ${id} and file_id is not null`,
      ),
    );
    const links =
      origins.length > 0
        ? await linksOf(
            deps.askAs(account),
            origins.map((one) => one.id),
          )
        : new Map<string, string>();
    return read(account, (trx) => detailOf(trx, account, id, now(), links));
  }

  async function saved(asking: Asking, id: number, message: string) {
    const ticket = await whole(asking, id);
    if (!ticket) throw new Refused(404, "There is no such ticket.");
    return { status: 201 as const, body: { status: 201 as const, message, ticket } };
  }

  return { whole, saved };
}
