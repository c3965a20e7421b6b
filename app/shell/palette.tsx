import { useNavigate } from "@remix-run/react";
import { ArrowRight, FileText, Search, SearchX } from "lucide-react";
import {
  type KeyboardEvent,
  type MutableRefObject,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "../kit/ui/link";
import { type FoundPart, failedWords, maxPlaces, resultCount } from "./found";
import { MenuIcon } from "./menu-icon";
import { openedFirst, readOpened } from "./opened";
import { findPlaces, type SearchPlace } from "./places";
import { isCommandK } from "./shortcuts";
import { type SearchState, useFound, usePlaces } from "./use-found";

export type PaletteProps = {
  /** What was typed while the palette was on its way. */
  typed: string;
  searchHref: string;
  /** The pages of the menu. */
  menu: SearchPlace[];
  /** All pages, kept while the frame is there. */
  places: MutableRefObject<SearchPlace[] | undefined>;
  onClose(): void;
};

type Option = { to: string; label: string; detail: string; icon: ReactNode };
type Section = { name: string; options: Option[] };

const pagesName = "Pages";
/** As many pages that were opened of late, before anything is typed. */
const maxRecent = 5;
const small = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

function sectionOf({ name, icon, hits, all }: FoundPart): Section {
  const options = hits.map(({ to, label, detail }) => ({ to, label, detail, icon: <MenuIcon name={icon} /> }));
  return { name, options: all ? [...options, { ...all, detail: "", icon: <ArrowRight {...small} /> }] : options };
}

function pageOption({ to, label, trail }: SearchPlace): Option {
  return { to, label, detail: trail, icon: <FileText {...small} /> };
}

/** The exact match, then pages, then records; at the end the page with all of it. Before a search the recent pages. */
function sectionsFor(
  q: string,
  { places, recent }: { places: readonly SearchPlace[]; recent: readonly SearchPlace[] },
  parts: readonly FoundPart[],
  all: string,
): Section[] {
  const pages = places.map(pageOption);
  const found = parts.filter(({ hits }) => hits.length > 0);
  const exact = found.filter(({ hits }) => hits[0]?.exact);
  const sections = [
    { name: "Recent", options: q ? [] : recent.map(pageOption) },
    ...exact.map(sectionOf),
    { name: q ? pagesName : "Go to", options: pages },
    ...found.filter((part) => !exact.includes(part)).map(sectionOf),
  ];
  const more = { to: all, label: `All results for “${q}”`, detail: "", icon: <Search {...small} /> };
  return [...sections, { name: "Search", options: q ? [more] : [] }].filter(({ options }) => options.length > 0);
}

/**
 * What Enter takes when nothing was chosen: the first. While an answer is awaited the records are still those of the
 * text before, so it is the first page, or else all results.
 */
function firstOf(sections: readonly Section[], count: number, state: SearchState): number {
  if (state !== "asking") return 0;
  const before = sections.findIndex(({ name }) => name === pagesName);
  if (before < 0) return Math.max(0, count - 1);
  return sections.slice(0, before).reduce((sum, { options }) => sum + options.length, 0);
}

const stateWords: Record<SearchState, string> = {
  idle: "",
  asking: "Searching…",
  cut: "No connection. Only pages are listed; the search goes on when the connection is back.",
  refused: "The search is not available just now. Try again in a moment.",
  out: "You have been signed out. Reload the page to sign in.",
};

/** The command palette: one field over the page, and what it finds below it (the combobox pattern of ARIA). */
export function Palette({ typed, searchHref, menu, places, onClose }: PaletteProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState<string>();
  const navigate = useNavigate();
  const q = text.trim().slice(0, 100);
  const { parts: found, state } = useFound(q);
  const pages = usePlaces(menu, places);
  const { opened, now } = useMemo(() => ({ opened: readOpened(), now: Date.now() }), []);
  const parts = found.map((part) => ({ ...part, hits: openedFirst(part.hits, opened, now) }));
  const known = new Set(opened.map(({ to }) => to));
  const recent = openedFirst(
    pages.filter(({ to }) => known.has(to) && to !== location.pathname),
    opened,
    now,
  ).slice(0, maxRecent);
  const shown = q ? findPlaces(q, openedFirst(pages, opened, now), maxPlaces) : menu;
  const all = `${searchHref}?${new URLSearchParams({ q })}`;
  const sections = sectionsFor(q, { places: shown, recent }, parts, all);
  const options = sections.flatMap((section) =>
    section.options.map((option) => ({ ...option, id: idOf(section, option) })),
  );
  const marked = options.findIndex(({ id }) => id === chosen);
  const at = marked >= 0 ? marked : firstOf(sections, options.length, state);
  const active = options[at];
  const activeId = active?.id;
  const count = q ? shown.length + parts.reduce((sum, { hits }) => sum + hits.length, 0) : 0;

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const field = dialog.querySelector("input");
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function go(to: string) {
    ref.current?.close();
    navigate(to);
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen(options[(at + step + options.length) % options.length]?.id);
    else if (event.key === "Enter") go(active?.to ?? searchHref);
    else if (isCommandK(event.nativeEvent)) ref.current?.close();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by the keyboard
    <dialog
      ref={ref}
      className="sheet-dialog palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current.close()}
    >
      <div className="palette-field">
        <Search {...small} />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={options.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder="Name, phone number, #ticket or page"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKey}
        />
        <kbd className="kbd font-sans">Esc</kbd>
      </div>
      <div role="listbox" id="palette-list" aria-label="Results" className="palette-list" tabIndex={-1}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={section.name} role="group" aria-label={section.name}>
            <p aria-hidden="true">{section.name}</p>
            {section.options.map((option) => {
              const id = idOf(section, option);
              return (
                <Link
                  key={id}
                  id={id}
                  to={option.to}
                  role="option"
                  aria-selected={id === activeId}
                  tabIndex={-1}
                  discover="none"
                  onPointerMove={() => setChosen(id)}
                  onClick={(event) => {
                    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) ref.current?.close();
                  }}
                >
                  {option.icon}
                  <span>{option.label}</span>
                  <small>{option.detail}</small>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      <Foot q={q} count={count} state={state} failed={failedWords(parts)} />
    </dialog>
  );
}

function idOf(section: Section, { to }: Option): string {
  return `palette ${section.name} ${to}`.replace(/[^\w-]/g, "-");
}

/** How many there are, or why there are not: seen and announced. */
function Foot({ q, count, state, failed }: { q: string; count: number; state: SearchState; failed: string }) {
  const words = q ? stateWords[state] || failed || resultCount(count) : "Type to search pages, contacts and tickets.";
  const bad = state === "cut" || state === "refused" || state === "out" || (state === "idle" && failed !== "");
  return (
    <p className="palette-foot" role="status" data-state={state}>
      {bad && <SearchX {...small} />}
      {words}
    </p>
  );
}
