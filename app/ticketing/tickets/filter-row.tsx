import { useLocation } from "@remix-run/react";
import { filterChips, filterFields } from "../../kit/lists/query";
import { Filters } from "../../kit/ui/filters";
import type { Choices } from "../kit/choices";
import { ticketFilters } from "./ticket-filters";
import type { TicketSearch } from "./ticket-search";

type FilterRowProps = {
  search: Omit<TicketSearch, "page" | "per_page" | "after" | "before" | "explain">;
  choices: Choices;
  /** The page without filters. */
  clear: string;
  /** Names that this page sets itself. */
  without?: readonly string[];
};

/** The filters of tickets over something that is no list: a board, a report. */
export function FilterRow({ search, choices, clear, without = [] }: FilterRowProps) {
  const { search: address } = useLocation();
  const filters = ticketFilters(choices, search.date_filter).filter(({ name }) => !without.includes(name));
  return (
    <Filters
      params={[...new URLSearchParams(address)]}
      search={{ name: "q", label: "Subject, customer, number", value: search.q }}
      chips={filterChips(filters, search, address)}
      clear={clear}
      fields={filterFields(filters, search)}
    />
  );
}
