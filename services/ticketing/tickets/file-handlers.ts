import { problem } from "../../kit/contract";
import { type Handlers, HttpError } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { TicketUpdate } from "../contract.forms";
import { removeFile } from "./files";
import { keepFiles, readTicketForm } from "./forms";
import { ticketReader } from "./ticket-reader";

/** The calls about a ticket's files. */
export function fileHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "addFiles" | "removeFile"> {
  const { read, write, mustSee } = service;
  const { whole } = ticketReader(service);
  return {
    async addFiles({ stream }, context) {
      const { form, files } = await readTicketForm(
        service,
        context,
        TicketUpdate.pick({ file_ids: true }).extend({ ticket_id: TicketUpdate.shape.id }),
        stream,
      );
      await read(context.account, (trx) => mustSee(trx, context, form.ticket_id));
      if (files.length === 0) return problem(422, "Choose a file.", { files: ["Choose a file."] });
      const lost = await keepFiles(service, context, form.ticket_id, files);
      if (lost) return problem(503, lost.trim());
      const ticket = await whole(context, form.ticket_id);
      return { status: 201, body: { data: ticket?.files ?? [] } };
    },

    async removeFile({ params }, context) {
      await write(context, async (unit) => {
        const ticket = await removeFile(unit, params.id);
        if (ticket === undefined) throw new HttpError(404, "There is no such file.");
        await mustSee(unit.trx, context, ticket);
      });
      return { status: 201, body: { status: 201, message: "The file was removed from the ticket." } };
    },
  };
}
