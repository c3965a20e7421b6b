import { useFetchers, useNavigation } from "@remix-run/react";
import {
  createContext,
  forwardRef,
  type RefObject,
  type TextareaHTMLAttributes,
  useCallback,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { readStored, store } from "./session-store";
import { typeInto } from "./type-into";

/** Whose drafts they are: who signs in after them in the same tab finds nothing. Without a person none are kept. */
export const DraftOwner = createContext("");

/** What was written, and what stood in the field when it was begun: a text that changed since is not written over. */
type StoredDraft = { text: string; was: string };

/**
 * The form and the record it is about: where it posts to, with what names a record in its query or in a hidden field.
 * Attributes are read as such: a form's own properties are hidden by fields of the same name.
 */
export function draftKey(owner: string, form: HTMLFormElement, name: string): string {
  const { pathname, searchParams } = new URL(form.getAttribute("action") ?? "", window.location.href);
  const id = form.getAttribute("id") ?? "";
  const record = ["id", "chat", "person", "child"].flatMap((one) => searchParams.get(one) ?? []);
  for (const one of ["id", "question"]) {
    const hidden = form.elements.namedItem(one);
    if (hidden instanceof HTMLInputElement && hidden.type === "hidden") record.push(hidden.value);
  }
  return ["draft", owner, pathname, ...record, id.startsWith(":") ? "" : id, name].join(" ");
}

/** Keeps what is written in a field for the session, until its form is through. */
function useDraft(ref: RefObject<HTMLTextAreaElement>, on: boolean) {
  const owner = useContext(DraftOwner);
  const [restored, setRestored] = useState(false);
  const sent = useRef(false);
  const key = useRef("");
  const navigating = useNavigation().state !== "idle";
  const idle = !useFetchers().some(({ state }) => state !== "idle") && !navigating;

  useEffect(() => {
    const area = ref.current;
    const form = area?.form;
    if (!on || !owner || !area || form?.method !== "post") return;
    const own = draftKey(owner, form, area.name);
    key.current = own;
    const was = area.defaultValue;
    const kept = readStored<StoredDraft>(own);
    if (kept && kept.was === was && kept.text !== was && area.value === was) {
      typeInto(area, kept.text);
      setRestored(true);
    } else if (kept && area.value === was) store(own, undefined);
    const note = () => store(own, area.value === was ? undefined : { text: area.value, was });
    const drop = () => {
      store(own, undefined);
      setRestored(false);
    };
    const send = ({ target }: Event) => {
      if (target === form) sent.current = true;
    };
    area.addEventListener("input", note);
    form.addEventListener("reset", drop);
    document.addEventListener("submit", send, true);
    return () => {
      area.removeEventListener("input", note);
      form.removeEventListener("reset", drop);
      document.removeEventListener("submit", send, true);
      // The page that follows a post is its success, unless it is the error page.
      if (sent.current && !document.getElementById("error-title")) store(own, undefined);
    };
  }, [ref, on, owner]);

  useEffect(() => {
    const area = ref.current;
    if (!idle || !sent.current || !area) return;
    sent.current = false;
    // The field stayed: it was saved when it is empty again, or when what it holds is what the page came with.
    if (area.value !== "" && area.value !== area.defaultValue) return;
    store(key.current, undefined);
    setRestored(false);
  }, [idle, ref]);

  const discard = useCallback(() => {
    const area = ref.current;
    if (!area) return;
    typeInto(area, readStored<StoredDraft>(key.current)?.was ?? "");
    store(key.current, undefined);
    setRestored(false);
    area.focus();
  }, [ref]);
  return { restored, discard };
}

/** Several lines of text that survive leaving the page. Nothing secret belongs in it. */
export const LongText = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(
  function LongText(area, given) {
    const ref = useRef<HTMLTextAreaElement>(null);
    useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(given, () => ref.current);
    const { restored, discard } = useDraft(ref, area.name !== undefined && !area.readOnly);
    return (
      <>
        <textarea {...area} ref={ref} />
        {restored && (
          <p className="help" role="status">
            Draft restored.{" "}
            <button type="button" className="link min-h-6 cursor-pointer" onClick={discard}>
              Discard
            </button>
          </p>
        )}
      </>
    );
  },
);
