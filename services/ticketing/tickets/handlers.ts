import { sql } from "kysely";
import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import { hasFiles } from "../answers/queue";
import { mustGo } from "../answers/ways";
import { answered, type Bench, idOf, mustBeOwn } from "../bench";
import type { ticketing } from "../contract";
import { CommentForm, TicketForm, TicketUpdate } from "../contract.forms";
import type { ticketCalls } from "../contract.tickets";
import { rows } from "../desk/act";
import { knowPeople } from "../desk/people";
import { mergeTickets, unmergeTicket } from "../merge/merge";
import { bulkChange } from "./bulk";
import { changeTicket } from "./change";
import { addComment, commentOf, commentPage } from "./comments";
import { mustKnowContact } from "./contact";
import { createTicket } from "./create";
import { idOf as ticketIdOf } from "./detail";
import { linksOf } from "./files";
import { formOf, keepFiles } from "./forms";
import { destroyTicket, keptDays, restoreTicket } from "./gone";
import type { insideHandlers } from "./inside-handlers";
import { filtersOf, ticketPage } from "./list";
import { wholeOf } from "./whole";

const noTicket = "There is no such ticket.";

type Served = Handlers<typeof ticketing.calls>;

/** The calls about tickets: the list, one ticket, its comments, and merging. */
export function ticketHandlers(
  bench: Bench,
): Omit<Pick<Served, keyof typeof ticketCalls>, keyof ReturnType<typeof insideHandlers>> {
  const { read, write, looking, mustSee, seen, deps, database } = bench;
  const { whole, saved } = wholeOf(bench);
  const know = (account: string, users: readonly string[]) => knowPeople(database, deps.askAs(account), account, users);

  return {
    async ticketList({ query, body }, asking) {
      mustBeOwn(asking.account, query, body);
      const filters = filtersOf(query, body);
      const asked = { ...query, ...(body.page ? { page: body.page } : {}), sort: body.sort ?? query.sort };
      const [page] = await Promise.all([
        read(asking.account, async (trx) => ticketPage(trx, await looking(trx, asking), filters, asked)),
        seen(asking),
      ]);
      return { status: 200, body: page };
    },

    async createTicket({ stream }, asking) {
      const { form, files } = await formOf(bench, asking, TicketForm, stream);
      await know(asking.account, [...form.member_ids, idOf(asking.who)]);
      await mustKnowContact(deps.askAs(asking.account), form.contact_id);
      const { id, fresh } = await write(asking, (act) => createTicket(act, form));
      const lost = fresh ? await keepFiles(bench, asking, id, files) : "";
      return saved(asking, id, `Ticket #${id} was opened.${lost}`);
    },

    async ticket({ params }, asking) {
      const id = await read(asking.account, async (trx) => {
        const found = await ticketIdOf(trx, asking.account, params.id);
        if (found !== undefined) await mustSee(trx, asking, found);
        return found;
      });
      const ticket = id === undefined ? undefined : await whole(asking, id);
      return ticket ? { status: 200, body: ticket } : problem(404, noTicket);
    },

    async updateTicket({ stream }, asking) {
      const { form, files } = await formOf(bench, asking, TicketUpdate, stream);
      const { id, version, file_ids: _, ...change } = form;
      await mustKnowContact(deps.askAs(asking.account), change.contact_id);
      const work = write(asking, async (act) => {
        await mustSee(act.trx, asking, id);
        return changeTicket(act, id, change, version);
      });
      const result = await answered(bench, asking.account, work);
      if (!Array.isArray(result)) return result;
      const lost = await keepFiles(bench, asking, id, files);
      return saved(
        asking,
        id,
        `${result.length > 0 || files.length > 0 ? "The ticket was saved." : "Nothing was changed."}${lost}`,
      );
    },

    async updateProperty({ body }, asking) {
      const shape = TicketUpdate.shape[body.property];
      const value = shape.safeParse(body.value);
      if (!value.success) {
        const words = value.error.issues[0]?.message ?? "This can't be used.";
        return problem(422, words, { value: [words], [body.property]: [words] });
      }
      if (body.property === "contact_id") await mustKnowContact(deps.askAs(asking.account), String(value.data ?? ""));
      const work = write(asking, async (act) => {
        await mustSee(act.trx, asking, body.id);
        return changeTicket(act, body.id, { [body.property]: value.data }, body.version);
      });
      const result = await answered(bench, asking.account, work);
      if (!Array.isArray(result)) return result;
      return saved(asking, body.id, result.length > 0 ? "The ticket was saved." : "Nothing was changed.");
    },

    async destroyTicket({ params }, asking) {
      await write(asking, (act) => destroyTicket(act, params.id));
      const message = `Ticket #${params.id} was deleted. It can be restored for ${keptDays} days.`;
      return { status: 201, body: { status: 201, message } };
    },

    async restoreTicket({ params }, asking) {
      await write(asking, (act) => restoreTicket(act, params.id));
      return { status: 201, body: { status: 201, message: `Ticket #${params.id} is back.` } };
    },

    async comments({ params, query }, asking) {
      const { account } = asking;
      await read(account, (trx) => mustSee(trx, asking, params.id));
      const origins = await read(account, (trx) =>
        rows<{ id: number }>(
          trx,
          sql`
          select distinct origin_id as id from ticketing.files
          where customer_account = ${account} and ticket_id = ${params.id} and comment_id is not null`,
        ),
      );
      const links =
        origins.length > 0
          ? await linksOf(
              deps.askAs(account),
              origins.map((one) => one.id),
            )
          : new Map<string, string>();
      return { status: 200, body: await read(account, (trx) => commentPage(trx, account, params.id, query, links)) };
    },

    async comment({ params, stream }, asking) {
      const { account } = asking;
      const { form, files } = await formOf(bench, asking, CommentForm, stream);
      await read(account, (trx) => mustSee(trx, asking, params.id));
      const way = form.kind === "public" && form.author_kind === "staff" ? form.reply_by : undefined;
      if (way && way !== "none") await mustGo(bench, asking, params.id, { way, body: form.body, files: files.length });
      const made = await write(asking, async (act) => {
        await mustSee(act.trx, asking, params.id);
        return addComment(act, params.id, form, { files: files.length });
      });
      const lost = made.fresh ? await keepFiles(bench, asking, made.ticket, files, { comment: made.id }) : "";
      if (made.fresh && files.length > 0) await write(asking, (act) => hasFiles(act, made.id));
      const links = files.length > 0 ? await linksOf(deps.askAs(account), [made.ticket]) : new Map<string, string>();
      const comment = await read(account, (trx) => commentOf(trx, account, made.id, links));
      const where = made.ticket === params.id ? "" : ` It went to #${made.ticket}, which this was merged into.`;
      return {
        status: 201,
        body: { status: 201, message: `The comment was added.${where}${lost}`, comment, ticket_id: made.ticket },
      };
    },

    async mergeTicket({ body }, asking) {
      const result = await answered(
        bench,
        asking.account,
        write(asking, (act) => mergeTickets(act, body.ticket_id, body.merge_ids)),
      );
      if (result && result.status === 406) return result;
      return saved(
        asking,
        body.ticket_id,
        body.merge_ids.length === 1 ? "The ticket was merged." : "The tickets were merged.",
      );
    },

    async unmergeTicket({ body }, asking) {
      const result = await answered(
        bench,
        asking.account,
        write(asking, (act) => unmergeTicket(act, body.ticket_id)),
      );
      if (typeof result === "object" && result.status === 406) return result;
      return saved(asking, body.ticket_id, "The ticket is on its own again.");
    },

    async bulkChange({ body }, asking) {
      await know(asking.account, body.change.add_members);
      const done = await write(asking, (act) => bulkChange(act, body.ids, body.change));
      const count = (n: number) => `${n} ${n === 1 ? "ticket" : "tickets"}`;
      const refused = done.refused.length > 0 ? ` ${count(done.refused.length)} could not be.` : "";
      return {
        status: 201,
        body: { status: 201, message: `${count(done.changed.length)} changed.${refused}`, ...done },
      };
    },
  };
}
