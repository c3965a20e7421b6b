import { z } from "zod";
import { paging } from "../../../services/kit/contract";
import { explaining, sorting, ticketFilters } from "../../../services/ticketing/contract.filters";

/** What the address of a list of tickets may say (R121). */
export const ticketSearch = z.object({ ...paging, ...ticketFilters, ...sorting, ...explaining });
export type TicketSearch = z.output<typeof ticketSearch>;
