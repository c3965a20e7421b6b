import { sql } from "kysely";
import { z } from "zod";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { CallerContext, TicketingContext } from "../context";
import { loadDetail } from "./detail";
import { linksElsewhere, loadLinks } from "./files";

const FileRow = z.object({ id: z.number(), file_id: z.string(), file_account: z.string().nullable() });

/** Reads of a ticket whole, for the answers of the calls that show or change one. */
export function ticketReader({ read, deps, now }: TicketingContext) {
  /** The ticket as it is now, with links to its files and to those of what was merged into it. */
  async function whole(context: CallerContext, id: number) {
    const { account } = context;
    const kept = await read(account, (trx) =>
      checkedRows(
        trx,
        FileRow,
        sql`
        select origin_id as id, file_id, file_account from ticketing.files
        where customer_account = ${account} and ticket_id = ${id} and file_id is not null`,
      ),
    );
    const own = kept.flatMap((file) => (file.file_account === null ? [file.id] : []));
    const others = kept.flatMap(({ file_id, file_account }) => (file_account ? [{ file_id, file_account }] : []));
    const links = new Map([
      ...(own.length > 0 ? await loadLinks(deps.clientsOfAccount(account), own) : []),
      ...(await linksElsewhere(deps.clientsOfAccount, others)),
    ]);
    return read(account, (trx) => loadDetail(trx, account, id, now(), links));
  }

  async function saved(context: CallerContext, id: number, message: string) {
    const ticket = await whole(context, id);
    if (!ticket) throw new HttpError(404, "There is no such ticket.");
    return { status: 201 as const, body: { status: 201 as const, message, ticket } };
  }

  return { whole, saved };
}
