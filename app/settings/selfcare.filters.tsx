import { useLocation } from "@remix-run/react";
import { withQuery } from "../kit/list";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import type { Choice } from "../kit/ui/field";
import { type FilterField, Filters } from "../kit/ui/filters";

/** A filter by a choice: its name in the URL, its label, what it may be, and what it is. */
export type ChoiceFilter = { name: string; label: string; choices: readonly Choice[]; value: string | undefined };

type MoneyFiltersProps = {
  path: string;
  choices?: readonly ChoiceFilter[];
  from: string | undefined;
  until: string | undefined;
  search?: { name: string; label: string; value: string };
};

/** The filters of a list of money: from a day until a day, and what its list has besides. */
export function MoneyFilters({ path, choices = [], from, until, search }: MoneyFiltersProps) {
  const location = useLocation();
  const chip = (name: string, label: string, value: string | undefined) =>
    value ? [{ label, value, remove: withQuery(location.search, { [name]: undefined }) }] : [];
  const labelOf = ({ choices, value }: ChoiceFilter) => choices.find((choice) => choice.value === value)?.label;
  const fields: FilterField[] = [
    ...choices.map(({ value, ...rest }) => ({ kind: "choice" as const, ...rest, ...(value ? { value } : {}) })),
    { kind: "date", name: "start_date", label: "From", ...(from ? { value: from } : {}) },
    { kind: "date", name: "end_date", label: "Until", ...(until ? { value: until } : {}) },
  ];
  return (
    <Filters
      params={[...new URLSearchParams(location.search)]}
      {...(search ? { search } : {})}
      chips={[
        ...(search ? chip(search.name, "Search", search.value) : []),
        ...choices.flatMap((choice) => chip(choice.name, choice.label, labelOf(choice))),
        ...chip("start_date", "From", from),
        ...chip("end_date", "Until", until),
      ]}
      clear={path}
      fields={fields}
    />
  );
}

/** Filters that leave nothing. */
export function NothingMatches({ path, what }: { path: string; what: string }) {
  return (
    <EmptyState
      kind="filtered"
      title="Nothing matches these filters"
      text={`No ${what} fits all of them. Remove a filter to see more.`}
      actions={<LinkButton to={path}>Clear the filters</LinkButton>}
    />
  );
}

/** The words of each state as choices of a filter. */
export function choicesOf(said: Record<string, { word: string } | string>): Choice[] {
  const words = new Map<string, string>();
  for (const [value, word] of Object.entries(said)) words.set(value, typeof word === "string" ? word : word.word);
  return [...words].map(([value, label]) => ({ value, label }));
}
