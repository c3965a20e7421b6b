import type { KeptLabels } from "./kept-labels";
import { content, newSecret, parsedPage, questionForm, refreshSeconds } from "./page";
import { isReachable } from "./send";
import type { KeptStore } from "./store";

type TabletOptions = {
  link: string;
  language: string;
  labels: KeptLabels;
  store: KeptStore;
  /** The next person is there: nothing on the page is of the one before. */
  changed(lines: readonly string[]): void;
};

export type Tablet = {
  /** Leaves the person's page: for the start, or without a network for a page with the same questions. */
  leave(): void;
  /** Leaves it after some seconds, and no longer as it was said before. */
  leaveAfter(seconds: number): void;
  hasBlank(): boolean;
  idleSeconds(): number;
  begin(form: HTMLFormElement, language: string): void;
};

const retryMs = 10_000;

/** A shared tablet: the page leaves by this program's clock, which does without a network, and not by its own. */
export function openTablet(options: TabletOptions): Tablet {
  const { link, labels, store, changed } = options;
  const start = `/respond/${link}?kiosk=1`;
  let { language } = options;
  let timer = 0;
  let idle = refreshSeconds(document) ?? 180;

  const leaveAfter = (seconds: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void leave(), seconds * 1_000);
  };

  async function leave(): Promise<void> {
    window.clearTimeout(timer);
    const place = content();
    if (place) place.hidden = true;
    if (await isReachable(start)) location.assign(start);
    else showBlank();
  }

  function showBlank(): void {
    const blank = store.blank(language);
    const place = content();
    if (place) place.textContent = "";
    history.replaceState(null, "", start);
    changed(blank ? [] : [labels.waiting]);
    if (!blank || !place) {
      timer = window.setTimeout(() => void leave(), retryMs);
      return;
    }
    const form = parsedPage(blank.html).querySelector("form");
    if (!form) return;
    Object.assign(form.dataset, { session: newSecret(), begun: "no" });
    form.action = start;
    place.append(document.importNode(form, true));
    place.hidden = false;
    window.scrollTo(0, 0);
    idle = blank.idleSeconds;
    leaveAfter(idle);
  }

  async function begin(form: HTMLFormElement, chosen: string): Promise<void> {
    if (await isReachable(start)) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "language", value: chosen });
      form.append(field);
      // Without the event: this is the person's own press.
      form.submit();
    } else {
      language = chosen;
      showBlank();
    }
  }

  window.addEventListener("load", () => {
    const seconds = refreshSeconds(document);
    if (seconds === undefined) return;
    // What the page itself would do is called off.
    window.stop();
    leaveAfter(seconds);
  });
  // A page that the browser had put aside may be of someone who has left.
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-leave]");
    if (!link) return;
    event.preventDefault();
    void leave();
  });
  const form = questionForm();
  if (form?.dataset.blank !== undefined) store.setBlank(language, { html: form.outerHTML, idleSeconds: idle });

  return {
    leave: () => void leave(),
    leaveAfter,
    hasBlank: () => store.blank(language) !== undefined,
    idleSeconds: () => idle,
    begin: (form, chosen) => void begin(form, chosen),
  };
}
