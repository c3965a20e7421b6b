import { Form, useLocation } from "@remix-run/react";
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { href } from "../../href";
import { withQuery } from "../list";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { useDismissable } from "../ui/use-dismissable";
import type { ListColumn } from "./definition";
import { moved } from "./order";
import { chooseName, columnsName } from "./query";

type ColumnsMenuProps<R> = {
  list: string;
  path: string;
  columns: readonly Pick<ListColumn<R>, "name" | "label" | "fixed">[];
  /** The names of those that are shown, in their order. */
  shown: readonly string[];
  working: boolean;
};

const face = (
  <>
    <Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />
    Columns
  </>
);

/**
 * Which columns to show and in which order, kept for the person. The choices are made when they are asked for: a list
 * of twenty columns would carry them on every page. Without script that is the same page with the menu open.
 */
export function ColumnsMenu<R>(props: ColumnsMenuProps<R>) {
  const { search } = useLocation();
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  const asked = new URLSearchParams(search).get(chooseName) === "columns";
  if (opened || asked) return <Choices {...props} close={close} />;
  return (
    <Link
      className="btn shrink-0"
      to={withQuery(search, { [chooseName]: "columns" }, true)}
      onClick={(event) => {
        event.preventDefault();
        setOpened(true);
      }}
    >
      {face}
    </Link>
  );
}

/**
 * The open menu. An arrow moves a column at once with script; without, it saves the columns as they are ticked, with
 * that one moved.
 */
function Choices<R>({ list, path, columns, shown, working, close }: ColumnsMenuProps<R> & { close: () => void }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  useDismissable(ref);
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    details.open = true;
    details.querySelector<HTMLElement>("input:not([disabled])")?.focus();
    const onToggle = () => !details.open && close();
    details.addEventListener("toggle", onToggle);
    return () => details.removeEventListener("toggle", onToggle);
  }, [close]);
  const others = columns.map(({ name }) => name).filter((name) => !shown.includes(name));
  const given = [...shown, ...others].join(",");
  const [order, setOrder] = useState({ given, names: [...shown, ...others] });
  const names = order.given === given ? order.names : [...shown, ...others];
  const to = `${path}${withQuery(search, { [columnsName]: undefined, [chooseName]: undefined }, true).replace(/^\?$/, "")}`;
  const move = (name: string, by: -1 | 1) => (event: MouseEvent) => {
    event.preventDefault();
    setOrder({ given, names: moved(names, name, by) });
  };
  return (
    <details className="pop pop-end shrink-0" ref={ref} open>
      <summary className="btn">{face}</summary>
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
                      aria-label={`Show ${column.label}`}
                      name="columns"
                      value={name}
                      {...(column.fixed
                        ? { checked: true, readOnly: true, disabled: true }
                        : { defaultChecked: shown.includes(name) })}
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
