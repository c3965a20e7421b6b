import { Form } from "@remix-run/react";
import { Plus, Search, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";
import { DateField } from "./date-field";
import { type Choice, Select, TextInput } from "./field";
import { Link } from "./link";
import { useDismissable } from "./use-dismissable";

export type Chip = { label: string; value: string /** The same list without this filter. */; remove: string };
export type FilterField =
  | { kind: "choice"; name: string; label: string; choices: readonly Choice[]; value?: string }
  | { kind: "text" | "date"; name: string; label: string; value?: string; help?: string };

type FiltersProps = {
  /** What the URL says now, as `[...url.searchParams]`: kept by the forms, but for what they set themselves. */
  params: readonly (readonly [string, string])[];
  search?: { name: string; label: string; value?: string };
  chips?: readonly Chip[];
  /** The list without any filter; shown while there are chips. */
  clear?: string;
  /** The fields behind "+ Filter". */
  fields?: readonly FilterField[];
  /** Names that begin anew when the filter changes. */
  places?: readonly string[];
  children?: ReactNode;
};

const pagePlaces = ["page", "after", "before"];

/** The parameters that a filter form carries along: all but its own fields and the place in the list. */
export function kept(
  params: FiltersProps["params"],
  own: readonly string[],
  places: readonly string[] = pagePlaces,
): [string, string][] {
  return params.filter(([name]) => !own.includes(name) && !places.includes(name)).map(([name, value]) => [name, value]);
}

function Kept({ pairs }: { pairs: [string, string][] }) {
  return pairs.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}

/** As many stand open; the others behind "More filters". The most used come first. */
const common = 5;

function OneFilter({ field }: { field: FilterField }) {
  const id = `filter-${field.name}`;
  if (field.kind === "choice") {
    const { name, label, choices, value } = field;
    return <Select {...{ id, name, label, choices }} defaultValue={value ?? ""} empty="Any" />;
  }
  const { name, label, kind, value, help } = field;
  const input = { id, name, label, help, defaultValue: value ?? "" };
  return kind === "date" ? <DateField {...input} /> : <TextInput {...input} type={kind} />;
}

function AddFilter({ fields, pairs }: { fields: readonly FilterField[]; pairs: [string, string][] }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  const split = fields.length > common + 1 ? common : fields.length;
  const [first, others] = [fields.slice(0, split), fields.slice(split)];
  return (
    <details className="pop shrink-0" ref={ref}>
      <summary className="chip chip-add">
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        Filter
      </summary>
      <div className="menu filter-panel p-4 sm:w-72">
        <Form method="get" className="grid gap-4">
          <Kept pairs={pairs} />
          {first.map((field) => (
            <OneFilter key={field.name} field={field} />
          ))}
          {others.length > 0 && (
            <details open={others.some(({ value }) => value !== undefined)}>
              <summary className="link w-fit py-1 text-sm">More filters</summary>
              <div className="mt-2 grid gap-4">
                {others.map((field) => (
                  <OneFilter key={field.name} field={field} />
                ))}
              </div>
            </details>
          )}
          <div className="filter-foot">
            <Button variant="primary" className="w-auto! justify-center!">
              Show
            </Button>
          </div>
        </Form>
      </div>
    </details>
  );
}

/** One row over a list: the search, a chip for each filter that holds, Clear all, and "+ Filter". All of it is in the URL. */
export function Filters({ params, search, chips = [], clear, fields = [], places, children }: FiltersProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
      {search && (
        <Form method="get" className="shrink-0">
          <Kept pairs={kept(params, [search.name], places)} />
          <search className="find w-56 max-sm:w-48">
            <Search size={16} strokeWidth={1.75} aria-hidden="true" />
            <input
              key={search.value}
              id="list-search"
              type="search"
              name={search.name}
              defaultValue={search.value}
              placeholder={search.label}
              aria-label={search.label}
              autoComplete="off"
            />
          </search>
        </Form>
      )}
      {chips.length > 0 && (
        <ul className="contents" aria-label="Filters">
          {chips.map(({ label, value, remove }) => (
            <li className="chip shrink-0" key={`${label} ${value}`}>
              <span>
                <span className="text-quiet">{label}:</span> <b className="font-medium">{value}</b>
              </span>
              <Link to={remove} aria-label={`Remove ${label}: ${value}`} preventScrollReset>
                <X size={14} strokeWidth={1.75} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && (
        <AddFilter
          fields={fields}
          pairs={kept(
            params,
            fields.map((field) => field.name),
            places,
          )}
        />
      )}
      {children}
      {chips.length > 0 && clear !== undefined && (
        <Link to={clear} className="link shrink-0 px-1 py-1 text-sm" preventScrollReset>
          Clear all
        </Link>
      )}
    </div>
  );
}
