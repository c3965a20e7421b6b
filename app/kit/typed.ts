import { type RefObject, useEffect, useRef } from "react";

/** Has somebody typed or chosen something in this form that is not saved? */
export function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const first = options.findIndex(({ disabled }) => !disabled);
      const drawn = options.findIndex(({ defaultSelected }) => defaultSelected);
      return field.selectedIndex !== (drawn === -1 && !field.multiple ? first : drawn);
    }
    if (!(field instanceof HTMLInputElement) || field.type === "hidden" || field.type === "submit") return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    return field.type === "file" ? field.value !== "" : field.value !== field.defaultValue;
  });
}

/**
 * A value as it was when somebody began to type in the form, until that is posted or taken back: what a form is keyed
 * by and compared with must not change under the hands of whoever fills it.
 */
export function useHeld<T>(value: T, form: RefObject<HTMLFormElement>): T {
  const held = useRef(value);
  const posted = useRef(false);
  const element = form.current;
  if (!element || posted.current || !isTyped(element)) {
    if (held.current !== value) posted.current = false;
    held.current = value;
  }
  useEffect(() => {
    const note = ({ type, target }: Event) => {
      if (target instanceof Element && target.closest("form") === form.current) posted.current = type === "submit";
    };
    for (const type of ["submit", "input"]) document.addEventListener(type, note);
    return () => {
      for (const type of ["submit", "input"]) document.removeEventListener(type, note);
    };
  }, [form]);
  return held.current;
}
