import { sql } from "kysely";
import { checkedRows, IdRow } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import { hasFiles } from "../answers/queue";
import { mustGo } from "../answers/reply-channels";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { CommentForm } from "../contract.forms";
import { addComment, commentPage, loadComment } from "./comments";
import { loadLinks } from "./files";
import { keepFiles, readTicketForm } from "./forms";

/** The calls about a ticket's comments. */
export function commentHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "comments" | "comment"> {
  const { read, write, mustSee, deps } = service;
  return {
    async comments({ params, query }, context) {
      const { account } = context;
      await read(account, (trx) => mustSee(trx, context, params.id));
      const origins = await read(account, (trx) =>
        checkedRows(
          trx,
          IdRow,
          sql`
          select distinct origin_id as id from ticketing.files
          where customer_account = ${account} and ticket_id = ${params.id} and comment_id is not null`,
        ),
      );
      const links =
        origins.length > 0
          ? await loadLinks(
              deps.clientsOfAccount(account),
              origins.map((one) => one.id),
            )
          : new Map<string, string>();
      return { status: 200, body: await read(account, (trx) => commentPage(trx, account, params.id, query, links)) };
    },

    async comment({ params, stream }, context) {
      const { account } = context;
      const { form, files } = await readTicketForm(service, context, CommentForm, stream);
      await read(account, (trx) => mustSee(trx, context, params.id));
      const channel = form.kind === "public" && form.author_kind === "staff" ? form.reply_by : undefined;
      if (channel && channel !== "none")
        await mustGo(service, context, params.id, { channel, body: form.body, files: files.length });
      const made = await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.id);
        return addComment(unit, params.id, form, { files: files.length });
      });
      const lost = made.fresh ? await keepFiles(service, context, made.ticket, files, { comment: made.id }) : "";
      if (made.fresh && files.length > 0) await write(context, (unit) => hasFiles(unit, made.id));
      const links =
        files.length > 0 ? await loadLinks(deps.clientsOfAccount(account), [made.ticket]) : new Map<string, string>();
      const comment = await read(account, (trx) => loadComment(trx, account, made.id, links));
      const where = made.ticket === params.id ? "" : ` It went to #${made.ticket}, which this was merged into.`;
      return {
        status: 201,
        body: { status: 201, message: `The comment was added.${where}${lost}`, comment, ticket_id: made.ticket },
      };
    },
  };
}
