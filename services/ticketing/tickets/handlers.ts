import { sql } from "kysely";
import { problem } from "../../kit/contract";
import { rows } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import { hasFiles } from "../answers/queue";
import { mustGo } from "../answers/ways";
import { answered, idOf, mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { CommentForm, TicketForm, TicketUpdate } from "../contract.forms";
import type { ticketCalls } from "../contract.tickets";
import { mergeTickets, unmergeTicket } from "../merge/merge";
import { knowPeople } from "../workspace/people";
import { bulkChange } from "./bulk";
import { changeTicket } from "./change";
import { addComment, commentPage, loadComment } from "./comments";
import { mustKnowContact } from "./contact";
import { createTicket } from "./create";
import { findTicketId as ticketIdOf } from "./detail";
import { loadLinks } from "./files";
import { keepFiles, readTicketForm } from "./forms";
import { destroyTicket, keptDays, restoreTicket } from "./gone";
import type { itemHandlers } from "./item-handlers";
import { filtersOf, ticketPage } from "./list";
import { wholeOf } from "./whole";

const noTicket = "There is no such ticket.";

type TicketingHandlers = Handlers<typeof ticketing.calls>;

/** The calls about tickets: the list, one ticket, its comments, and merging. */
export function ticketHandlers(
  service: TicketingContext,
): Omit<Pick<TicketingHandlers, keyof typeof ticketCalls>, keyof ReturnType<typeof itemHandlers>> {
  const { read, write, looking, mustSee, seen, deps, database } = service;
  const { whole, saved } = wholeOf(service);
  const know = (account: string, users: readonly string[]) =>
    knowPeople(database, deps.clientsOfAccount(account), account, users);

  return {
    async ticketList({ query, body }, context) {
      mustBeOwn(context.account, query, body);
      const filters = filtersOf(query, body);
      const asked = { ...query, ...(body.page ? { page: body.page } : {}), sort: body.sort ?? query.sort };
      const [page] = await Promise.all([
        read(context.account, async (trx) => ticketPage(trx, await looking(trx, context), filters, asked)),
        seen(context),
      ]);
      return { status: 200, body: page };
    },

    async createTicket({ stream }, context) {
      const { form, files } = await readTicketForm(service, context, TicketForm, stream);
      await know(context.account, [...form.member_ids, idOf(context.who)]);
      await mustKnowContact(deps.clientsOfAccount(context.account), form.contact_id);
      const { id, fresh } = await write(context, (unit) => createTicket(unit, form));
      const lost = fresh ? await keepFiles(service, context, id, files) : "";
      return saved(context, id, `Ticket #${id} was opened.${lost}`);
    },

    async ticket({ params }, context) {
      const id = await read(context.account, async (trx) => {
        const found = await ticketIdOf(trx, context.account, params.id);
        if (found !== undefined) await mustSee(trx, context, found);
        return found;
      });
      const ticket = id === undefined ? undefined : await whole(context, id);
      return ticket ? { status: 200, body: ticket } : problem(404, noTicket);
    },

    async updateTicket({ stream }, context) {
      const { form, files } = await readTicketForm(service, context, TicketUpdate, stream);
      const { id, version, file_ids: _, ...change } = form;
      await mustKnowContact(deps.clientsOfAccount(context.account), change.contact_id);
      const work = write(context, async (unit) => {
        await mustSee(unit.trx, context, id);
        return changeTicket(unit, id, change, version);
      });
      const result = await answered(service, context.account, work);
      if (!Array.isArray(result)) return result;
      const lost = await keepFiles(service, context, id, files);
      return saved(
        context,
        id,
        `${result.length > 0 || files.length > 0 ? "The ticket was saved." : "Nothing was changed."}${lost}`,
      );
    },

    async updateProperty({ body }, context) {
      const shape = TicketUpdate.shape[body.property];
      const value = shape.safeParse(body.value);
      if (!value.success) {
        const words = value.error.issues[0]?.message ?? "This can't be used.";
        return problem(422, words, { value: [words], [body.property]: [words] });
      }
      if (body.property === "contact_id")
        await mustKnowContact(deps.clientsOfAccount(context.account), String(value.data ?? ""));
      const work = write(context, async (unit) => {
        await mustSee(unit.trx, context, body.id);
        return changeTicket(unit, body.id, { [body.property]: value.data }, body.version);
      });
      const result = await answered(service, context.account, work);
      if (!Array.isArray(result)) return result;
      return saved(context, body.id, result.length > 0 ? "The ticket was saved." : "Nothing was changed.");
    },

    async destroyTicket({ params }, context) {
      await write(context, (unit) => destroyTicket(unit, params.id));
      const message = `Ticket #${params.id} was deleted. It can be restored for ${keptDays} days.`;
      return { status: 201, body: { status: 201, message } };
    },

    async restoreTicket({ params }, context) {
      await write(context, (unit) => restoreTicket(unit, params.id));
      return { status: 201, body: { status: 201, message: `Ticket #${params.id} is back.` } };
    },

    async comments({ params, query }, context) {
      const { account } = context;
      await read(account, (trx) => mustSee(trx, context, params.id));
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
      const way = form.kind === "public" && form.author_kind === "staff" ? form.reply_by : undefined;
      if (way && way !== "none")
        await mustGo(service, context, params.id, { way, body: form.body, files: files.length });
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

    async mergeTicket({ body }, context) {
      const result = await answered(
        service,
        context.account,
        write(context, (unit) => mergeTickets(unit, body.ticket_id, body.merge_ids)),
      );
      if (result && result.status === 406) return result;
      return saved(
        context,
        body.ticket_id,
        body.merge_ids.length === 1 ? "The ticket was merged." : "The tickets were merged.",
      );
    },

    async unmergeTicket({ body }, context) {
      const result = await answered(
        service,
        context.account,
        write(context, (unit) => unmergeTicket(unit, body.ticket_id)),
      );
      if (typeof result === "object" && result.status === 406) return result;
      return saved(context, body.ticket_id, "The ticket is on its own again.");
    },

    async bulkChange({ body }, context) {
      await know(context.account, body.change.add_members);
      const done = await write(context, (unit) => bulkChange(unit, body.ids, body.change));
      const count = (n: number) => `${n} ${n === 1 ? "ticket" : "tickets"}`;
      const refused = done.refused.length > 0 ? ` ${count(done.refused.length)} could not be.` : "";
      return {
        status: 201,
        body: { status: 201, message: `${count(done.changed.length)} changed.${refused}`, ...done },
      };
    },
  };
}
