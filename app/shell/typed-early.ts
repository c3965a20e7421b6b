import { typeInto } from "../kit/type-into";

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && /^(text|search|email|tel|url|number|password)$/.test(field.type));

/**
 * Tells the program of a page what was typed before it had loaded, which on a slow phone takes seconds. React leaves
 * such a text in its field without knowing of it, and writes over it at the field's next change.
 */
export function takeTypedEarly(page: Document): void {
  for (const field of page.querySelectorAll("input, textarea")) {
    if (!isText(field) || field.value === field.defaultValue) continue;
    const { value, selectionStart, selectionEnd } = field;
    // React compares with what it knows to be in the field: first it must know of the old text, or it hears no change.
    field.value = field.defaultValue;
    typeInto(field, value);
    if (field === page.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  }
}
