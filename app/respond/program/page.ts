import type { KeptResponse } from "../../../rules/survey/kept-answers";

/** The parts of a survey's page that its program works with. */
export const main = () => document.querySelector<HTMLElement>("main");
export const content = () => main()?.querySelector<HTMLElement>("[data-content]");
/** The form with questions; there is none at the start and at the end. */
export const questionForm = () => document.querySelector<HTMLFormElement>("form[data-session]");

/** The seconds after which a page of a shared tablet goes back to the start; undefined where it does not. */
export function refreshSeconds(page: Document): number | undefined {
  const tag = page.querySelector<HTMLMetaElement>('meta[http-equiv="refresh"]');
  return tag ? Number.parseInt(tag.content, 10) : undefined;
}

export function parsedPage(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** Shows a page that came as an answer in place of this one, with its errors first. */
export function showPage(page: Document, url: string): void {
  const next = page.querySelector("main");
  if (!next) return;
  document.title = page.title;
  main()?.replaceWith(document.importNode(next, true));
  history.replaceState(null, "", url);
  window.scrollTo(0, 0);
  const alert = main()?.querySelector<HTMLElement>('[role="alert"], [aria-invalid="true"]');
  if (!alert) return;
  if (!alert.matches("input, textarea, select")) alert.tabIndex = -1;
  alert.focus();
}

/** What is filled in, as the browser would send it. */
export function responseIn(form: HTMLFormElement, language: string): KeptResponse {
  const { session = "", version = "", begun } = form.dataset;
  const fields: [string, string][] = [];
  new FormData(form).forEach((value, name) => {
    if (typeof value === "string") fields.push([name, value]);
  });
  return { session, begun: begun !== "no", version: Number(version), language, fields, at: Date.now() };
}

/** @param take answers whether the browser has nothing more to do with the form; `chosen` is the value of the button */
export function onSubmit(take: (form: HTMLFormElement, chosen: string | undefined) => boolean): void {
  document.addEventListener("submit", (event) => {
    const chosen = (event.submitter as HTMLButtonElement | null)?.value;
    if (take(event.target as HTMLFormElement, chosen)) event.preventDefault();
  });
}

/** The secret of a response that begins without the server: 144 random bits. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}
