import { Form, useLocation } from "@remix-run/react";
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { href } from "../../href";
import { withQuery } from "../list";
import { Button } from "../ui/button";
import { useDismissable } from "../ui/use-dismissable";
import type { ListColumn } from "./definition";
import { moved } from "./order";
import { columnsName } from "./query";

type ColumnsMenuProps<R> = {
  list: string;
  path: string;
  columns: readonly Pick<ListColumn<R>, "name" | "label" | "fixed">[];
  /** The names of those that are shown, in their order. */
  shown: readonly string[];
  working: boolean;
};

/**
 * Which columns to show and in which order, kept for the person. An arrow moves a column at once with script; without,
 * it saves the columns as they are ticked, with that one moved.
 */
export function ColumnsMenu<R>({ list, path, columns, shown, working }: ColumnsMenuProps<R>) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  useDismissable(ref);
  const others = columns.map(({ name }) => name).filter((name) => !shown.includes(name));
  const given = [...shown, ...others].join(",");
  const [order, setOrder] = useState({ given, names: [...shown, ...others] });
  const names = order.given === given ? order.names : [...shown, ...others];
  const to = `${path}${withQuery(search, { [columnsName]: undefined }, true).replace(/^\?$/, "")}`;
  const move = (name: string, by: -1 | 1) => (event: MouseEvent) => {
    event.preventDefault();
    setOrder({ given, names: moved(names, name, by) });
  };
  return (
    <details className="pop pop-end shrink-0" ref={ref}>
      <summary className="btn">
        <Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />
        Columns
      </summary>
      <div className="menu filter-panel max-h-[70dvh] overflow-y-auto p-4 sm:w-80">
        <Form method="post" action={href("/lists")} className="grid gap-3" preventScrollReset>
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="to" value={to} />
          {/* Enter saves: without script the first button of a form is the one that Enter presses. */}
          <button type="submit" name="intent" value="save columns" className="sr-only" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <fieldset>
            <legend className="label mb-1">Columns of this list</legend>
            {names.map((name, at) => {
              const column = columns.find((one) => one.name === name);
              if (!column) return null;
              return (
                <div key={name} className="flex items-center gap-1">
                  <label className="tick min-w-0 flex-1">
                    {column.fixed && <input type="hidden" name="columns" value={name} />}
                    <input
                      type="checkbox"
                      name="columns"
                      value={name}
                      defaultChecked={shown.includes(name)}
                      {...(column.fixed ? { checked: true, readOnly: true, disabled: true } : {})}
                    />
                    <span>{column.label}</span>
                  </label>
                  {at > 0 && (
                    <Button
                      variant="ghost"
                      icon={ArrowUp}
                      name="up"
                      value={name}
                      label={`Move ${column.label} up`}
                      className="w-8! shrink-0"
                      onClick={move(name, -1)}
                    />
                  )}
                  {at < names.length - 1 && (
                    <Button
                      variant="ghost"
                      icon={ArrowDown}
                      name="down"
                      value={name}
                      label={`Move ${column.label} down`}
                      className="w-8! shrink-0"
                      onClick={move(name, 1)}
                    />
                  )}
                </div>
              );
            })}
          </fieldset>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              name="intent"
              value="save columns"
              working={working}
              className="w-auto! justify-center!"
            >
              Show these columns
            </Button>
            <Button name="intent" value="usual columns" className="w-auto! justify-center!">
              Usual columns
            </Button>
          </div>
        </Form>
      </div>
    </details>
  );
}
