// The program of a survey's pages: answers that could not be sent are kept in the browser, and sent later
import type { KeptResponse } from "../../../rules/survey/kept-answers";
import { keptLabels } from "./kept-labels";
import { keptLines } from "./kept-lines";
import { type Notice, openNotice } from "./notice";
import { main, onSubmit, parsedPage, questionForm, refreshSeconds, responseIn, showPage } from "./page";
import { openQueue, type Queue } from "./queue";
import { type SendAnswer, sendKept } from "./send";
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

  function settle(one: KeptResponse, sent: SendAnswer): void {
    if (one.session === here) {
      here = undefined;
      store.drop(one);
      goOn(sent, tablet);
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
    const lines = keptLines(labels, { kept, kiosk, ended, waits: here !== undefined, more: [...lasting, ...more] });
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
    const one = responseIn(form, language);
    const slow = () => notice.tell([labels.sending]);
    const { kept, sent } = await sendPage(form, one, { link, query, store, slow });
    if (sent.outcome !== "later") {
      store.drop(one);
      notice.hide();
      goOn(sent, tablet);
    } else if (kept) {
      keepPage(form, one.session);
      queue.flush();
    } else {
      notice.tell([labels.noRoom]);
      notice.focus();
    }
  }

  /** Begins without the server where it can, and says where it can't. */
  function begin(form: HTMLFormElement, chosen: string): boolean {
    if (tablet && store.blank(chosen)) {
      tablet.begin(form, chosen);
      return true;
    }
    if (navigator.onLine) return false;
    notice.tell([labels.noStart]);
    notice.focus();
    return true;
  }

  onSubmit((form, chosen) => {
    if (!form.dataset.session) return begin(form, chosen ?? language);
    void submitPage(form);
    return true;
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

/** Goes on where the server says. */
function goOn({ outcome, redirected, url, html }: SendAnswer, tablet: Tablet | undefined): void {
  if (outcome === "accepted" || redirected) {
    location.assign(url);
    return;
  }
  const page = parsedPage(html);
  showPage(page, url);
  const seconds = refreshSeconds(page);
  if (seconds !== undefined) tablet?.leaveAfter(seconds);
}

type PageSending = { link: string; query: string; store: KeptStore; slow: () => void };

/** Sends what is filled in. It is kept before: the page may be closed meanwhile. */
async function sendPage(form: HTMLFormElement, one: KeptResponse, { link, query, store, slow }: PageSending) {
  const kept = store.put(one);
  form.setAttribute("aria-busy", "true");
  const timer = window.setTimeout(slow, sendingMs);
  const sent = await sendKept(link, one, query, () => {
    form.dataset.begun = "yes";
    if (kept) store.put({ ...one, begun: true });
  });
  window.clearTimeout(timer);
  form.removeAttribute("aria-busy");
  return { kept, sent };
}
