import { X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { commas } from "../../../rules/format";
import { ariaProps, FieldNotes } from "../ui/field";
import { some } from "./cost-labels";

export type GroupChoice = { id: number; name: string; contacts: number; field_names: string[] };

type GroupsProps = {
  groups: readonly GroupChoice[];
  /** Ticked when the page came: they stand first in the list. */
  before: readonly number[];
  chosen: readonly number[];
  errors?: readonly string[] | undefined;
  read(): void;
};

/**
 * Ticks in a list that scrolls; where scripts run they open under a field that filters them, with a chip for each
 * chosen group. The ticks are the form's own fields either way.
 */
export function Groups({ groups, before, chosen, errors, read }: GroupsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const inOrder = [...groups].sort((a, b) => Number(before.includes(b.id)) - Number(before.includes(a.id)));
  const matches = (name: string) => name.toLowerCase().includes(query.trim().toLowerCase());
  const picked = groups.filter(({ id }) => chosen.includes(id));
  const contacts = picked.reduce((sum, group) => sum + group.contacts, 0);
  const help = picked.length === 0 ? undefined : `${some(contacts, "contact")} in ${some(picked.length, "group")}`;
  const aria = ariaProps({ id: "group_ids", help, errors: errors ?? [] });

  function ticks(): HTMLInputElement[] {
    return [...(box.current?.querySelectorAll<HTMLInputElement>("label:not([hidden]) input") ?? [])];
  }
  function toggle(tick: HTMLInputElement | undefined) {
    if (!tick) return;
    tick.checked = !tick.checked;
    read();
  }
  function untick(id: number) {
    toggle(box.current?.querySelector<HTMLInputElement>(`input[value="${id}"]`) ?? undefined);
    filter.current?.focus();
  }
  function onFilterKey(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      if (query.trim()) toggle(ticks()[0]);
      setQuery("");
    }
    if (event.key === "Backspace" && query === "" && picked.length > 0) untick(picked.at(-1)?.id ?? 0);
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === "Escape" && open) {
      filter.current?.focus();
      setOpen(false);
    }
    // In the list Enter ticks, as Space does; it would send the form.
    if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.type === "checkbox") {
      event.preventDefault();
      toggle(event.target);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    // The list may be shut: it is drawn before the focus goes into it.
    flushSync(() => setOpen(true));
    const stops = [filter.current, ...ticks()];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  }

  return (
    <fieldset
      id="group_ids"
      ref={box}
      className="relative"
      aria-describedby={aria["aria-describedby"]}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <legend className="label">Contact groups</legend>
      <div className="input flex h-auto! min-h-9 flex-wrap items-center gap-1 px-1.5! py-1! focus-within:outline-2 focus-within:outline-brand max-md:min-h-11 [@media(scripting:none)]:hidden">
        {picked.map(({ id, name }) => (
          <span
            key={id}
            className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-md bg-raised pr-0.5 pl-2 text-sm"
          >
            <span className="truncate">{name}</span>
            <button
              type="button"
              className="grid size-6 flex-none cursor-pointer place-items-center text-quiet hover:text-ink"
              aria-label={`Remove ${name}`}
              onClick={() => untick(id)}
            >
              <X size={14} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={filter}
          type="text"
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-quiet"
          placeholder="Add a group"
          aria-label="Add a contact group: type to find it, press the down arrow for the list"
          aria-controls="group-list"
          aria-invalid={aria["aria-invalid"]}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onFilterKey}
        />
      </div>
      <div
        id="group-list"
        className={`mt-1 max-h-60 overflow-y-auto rounded border border-line bg-surface [@media(scripting:enabled)]:absolute [@media(scripting:enabled)]:z-20 [@media(scripting:enabled)]:w-full [@media(scripting:enabled)]:shadow-over ${open ? "" : "[@media(scripting:enabled)]:hidden"}`}
      >
        {inOrder.map(({ id, name, contacts: members }) => (
          <label key={id} className="tick px-3 py-1.5! hover:bg-raised" hidden={!matches(name)}>
            <input type="checkbox" name="group_ids" value={id} defaultChecked={before.includes(id)} />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="num text-sm text-quiet">{commas(members)}</span>
          </label>
        ))}
        {!groups.some(({ name }) => matches(name)) && (
          <p className="px-3 py-2 text-sm text-quiet">No group has this name.</p>
        )}
      </div>
      <FieldNotes id="group_ids" help={help} {...(errors ? { errors } : {})} />
    </fieldset>
  );
}
