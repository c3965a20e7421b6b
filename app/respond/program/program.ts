// The program of a survey's pages: answers that could not be sent are kept in the browser, and sent later
import type { KeptResponse } from "../../../rules/survey/kept-answers";
import { keptLabels } from "./kept-labels";
import { type Notice, openNotice } from "./notice";
import { fieldsIn, main, parsedPage, questionForm, refreshSeconds, showPage } from "./page";
import { openQueue, type Queue } from "./queue";
import { type Sent, sendKept } from "./send";
import { type KeptStore, openStore } from "./store";
import { openTablet, type Tablet } from "./tablet";

/** Seconds for which a person at a shared tablet reads that their answers are kept. */
const keptSeconds = 10;
/** After which a page that is being sent says so. */
const sendingMs = 1_500;

const { link = "", kiosk } = main()?.dataset ?? {};
const store = link ? openStore(link) : undefined;
if (store) startPage(link, kiosk !== undefined, store);

function startPage(link: string, kiosk: boolean, store: KeptStore): void {
  const language = main()?.lang ?? "en";
  const labels = keptLabels(language);
  const query = kiosk ? "?kiosk=1" : "";
  const notice: Notice = openNotice(main);
  const ended = { sent: 0, closed: 0, partly: 0, outdated: store.dropOutdated() };
  /** The response whose person is here and waits for it to be sent. */
  let here: string | undefined;
  /** What is told as long as the page is as it is. */
  let lasting: readonly string[] = [];
  let pressed = false;

  const queue: Queue = openQueue({
    ...{ link, store, settle },
    queryFor: ({ session }) => (session === here ? query : ""),
    rested(failed) {
      tell(failed && pressed ? [labels.noConnection] : []);
      pressed = false;
    },
  });
  const tablet: Tablet | undefined = kiosk
    ? openTablet({
        ...{ link, language, labels, store },
        changed(lines) {
          here = undefined;
          lasting = lines;
          tell();
        },
      })
    : undefined;

  /** Goes on where the server says. */
  function goOn({ outcome, redirected, url, html }: Sent): void {
    if (outcome === "accepted" || redirected) {
      location.assign(url);
      return;
    }
    const page = parsedPage(html);
    showPage(page, url);
    const seconds = refreshSeconds(page);
    if (seconds !== undefined) tablet?.leaveAfter(seconds);
  }

  function settle(one: KeptResponse, sent: Sent): void {
    if (one.session === here) {
      here = undefined;
      store.drop(one);
      goOn(sent);
    } else if (sent.outcome === "refused" && !kiosk) {
      store.put({ ...one, refused: true });
    } else {
      store.drop(one);
      ended[sent.outcome === "accepted" ? "sent" : sent.outcome === "closed" ? "closed" : "partly"]++;
    }
  }

  /** Tells what is kept, and what became of it. */
  function tell(more: readonly string[] = []): void {
    const kept = store.list();
    const refused = kept.find((one) => one.refused);
    const lines = [
      here === undefined ? [] : kiosk ? labels.keptOnTablet : labels.kept,
      ...[lasting, more],
      ended.closed > 0 ? labels.closed(ended.closed) : [],
      ended.outdated > 0 ? labels.outdated(ended.outdated) : [],
      ended.partly > 0 ? labels.partly(ended.partly) : [],
      refused ? labels.refused : [],
      kept.length > 0 && (kiosk || here === undefined) ? labels.count(kept.length) : [],
      kept.length === 0 && ended.sent > 0 && !kiosk ? labels.sent : [],
    ].flat();
    const next = tablet && here !== undefined ? [{ label: labels.next, run: () => tablet.leave() }] : [];
    const send = kept.some((one) => !one.refused) ? [{ label: labels.sendNow, run: sendNow }] : [];
    const look = refused ? [{ label: labels.look, href: `/respond/${link}/${refused.session}` }] : [];
    if (lines.length > 0) notice.tell(lines, [...next, ...send, ...look]);
    else notice.hide();
  }

  function sendNow(): void {
    pressed = true;
    notice.tell([labels.sending]);
    queue.flush();
  }

  /** What the person sees of a page that could not be sent. */
  function keepPage(form: HTMLFormElement, session: string): void {
    here = session;
    if (kiosk) form.remove();
    else form.hidden = true;
    tell();
    notice.focus();
    tablet?.leaveAfter(tablet.hasBlank() ? keptSeconds : tablet.idleSeconds());
  }

  async function submitPage(form: HTMLFormElement): Promise<void> {
    if (form.getAttribute("aria-busy") === "true") return;
    const { session = "", version = "", begun } = form.dataset;
    const one: KeptResponse = {
      ...{ session, begun: begun !== "no", version: Number(version), language: form.lang || language },
      ...{ fields: fieldsIn(form), at: Date.now() },
    };
    // Kept before it is sent: the page may be closed meanwhile.
    const kept = store.put(one);
    form.setAttribute("aria-busy", "true");
    const slow = window.setTimeout(() => notice.tell([labels.sending]), sendingMs);
    const sent = await sendKept(link, one, query, () => {
      form.dataset.begun = "yes";
      if (kept) store.put({ ...one, begun: true });
    });
    window.clearTimeout(slow);
    form.removeAttribute("aria-busy");
    if (sent.outcome === "later") {
      if (kept) {
        keepPage(form, session);
        queue.flush();
      } else {
        notice.tell([labels.noRoom]);
        notice.focus();
      }
      return;
    }
    store.drop(one);
    notice.hide();
    goOn(sent);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const chosen = (event.submitter as HTMLButtonElement | null)?.value ?? language;
    if (form.dataset.session) {
      event.preventDefault();
      void submitPage(form);
    } else if (tablet && store.blank(chosen)) {
      event.preventDefault();
      tablet.begin(form, chosen);
    } else if (!navigator.onLine) {
      event.preventDefault();
      notice.tell([labels.noStart]);
      notice.focus();
    }
  });

  const form = questionForm();
  const mine = form?.dataset.session ? store.find(form.dataset.session) : undefined;
  if (mine && !kiosk) {
    // The page as it was before these answers.
    here = mine.session;
    if (form) form.hidden = true;
    store.put({ ...mine, refused: false });
    notice.tell([labels.sending]);
  } else tell();
  if (store.list().length > 0) queue.flush();
}
