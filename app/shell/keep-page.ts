import { nextTry } from "../kit/next-try";
import { connection } from "./connection";

type Place = { pathname: string; search: string; hash: string; state: unknown; key: string };
type Navigation = {
  state: "idle" | "loading" | "submitting";
  location?: Place | undefined;
  formMethod?: string | undefined;
  formAction?: string | undefined;
  formEncType?: string | undefined;
  formData?: FormData | undefined;
};
/** The part of Remix's router that this file leans on (`window.__remixRouter`); its versions are pinned. */
export type PageRouter = {
  state: {
    location: Place;
    navigation: Navigation;
    preventScrollReset?: boolean;
    matches: { route: { shouldRevalidate?: unknown } }[];
  };
  navigate(to: number | Pick<Place, "pathname" | "search" | "hash">, options?: object): Promise<void>;
  subscribe(told: (state: PageRouter["state"]) => void): () => void;
};

declare global {
  interface Window {
    __remixRouter?: PageRouter;
  }
}

type WatchedRequest = { url: URL; method: string; signal: AbortSignal | null };
/**
 * `page`: the person waits for it, and the page that is there is kept. `accepted`: the same after a post that went
 * through: sent again it would be done twice, so it goes on trying. `sent`: a form beside the page's own navigation.
 * `quiet`: the page reads its own data again. `aside`: Remix looks ahead, and can do without.
 */
export type Kind = "page" | "accepted" | "sent" | "quiet" | "aside";

/** What a request is for, told by what the router is doing. */
export function requestKind(
  { url, method, signal }: WatchedRequest,
  { navigation }: Pick<PageRouter["state"], "navigation">,
): Kind {
  if (url.pathname.endsWith("/__manifest")) return signal && navigation.state !== "idle" ? "page" : "aside";
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/\.data$/, "");
  if (method !== "GET") {
    const own = navigation.state === "submitting" && navigation.formAction?.replace(/\?.*$/, "") === path;
    return own ? "page" : "sent";
  }
  if (navigation.state === "idle" || navigation.location?.pathname.replace(/(.)\/$/, "$1") !== path) return "quiet";
  return acceptedPost(navigation) ? "accepted" : "page";
}

/** The answer to a post came; now the page that it leads to is fetched. */
export function acceptedPost({ state, formMethod = "GET" }: Navigation): boolean {
  return state === "loading" && formMethod.toUpperCase() !== "GET";
}

/** The way to a form's page is looked for before it is sent: that too is about the form. */
function sends({ state }: PageRouter, { method }: WatchedRequest): string {
  return state.navigation.state === "submitting" ? "POST" : method;
}

/** Milliseconds after which a post that found no answer may have arrived all the same. */
const surely = 1_000;

export function wordsFor(kind: Kind, method: string, { online, took }: { online: boolean; took: number }): string {
  if (kind === "accepted") return "It was sent, but the answer could not be shown.";
  if (method === "GET") return "The page was not opened.";
  return online && took > surely
    ? "It is not certain that it was sent. Check before you try again."
    : "Nothing was sent.";
}

/** An answer that no page of ours gave: the gate is busy, or something in front of it found no server. */
export function isAway(answer: Response): boolean {
  return [429, 502, 503, 504].includes(answer.status) && !answer.headers.has("X-Remix-Response");
}

/** The form that was pressed last, so that "Try again" sends what stands in it by then. */
let pressed: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;
/** Where in the tab's history the page that is drawn stands. */
let drawnAt = 0;
let settling = false;

/**
 * Ends what the router has under way and leaves the page as it is. The way there is a navigation to the page itself
 * for which no loader runs; what was under way is aborted by it.
 */
export function settle(router: PageRouter, history: History = window.history): void {
  const { location, matches } = router.state;
  const routes = matches.map(({ route }) => ({ route, own: route.shouldRevalidate }));
  for (const { route } of routes) route.shouldRevalidate = () => false;
  settling = true;
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.state !== "idle") return;
    stop();
    settling = false;
    for (const { route, own } of routes) route.shouldRevalidate = own;
  });
  const steps = stepsAway(router, history);
  if (steps !== 0) history.go(-steps);
  else {
    const { pathname, search, hash, state } = location;
    void router.navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state });
  }
}

/** Back and Forward move the browser's history before the page is there: how far it is ahead of what is drawn. */
function stepsAway({ state }: PageRouter, history: History): number {
  if ((history.state?.key ?? "default") === state.location.key) return 0;
  return (history.state?.idx ?? drawnAt) - drawnAt;
}

/** Keeps the page, says so once, and knows how to do the same thing again. */
export function keep(router: PageRouter, words: string): void {
  const { navigation, location } = router.state;
  const steps = stepsAway(router, window.history);
  const form = navigation.formData && pressed?.form.isConnected ? pressed : undefined;
  connection.lose(words, () => {
    if (form?.form.isConnected) return form.form.requestSubmit(form.submitter?.isConnected ? form.submitter : null);
    if (steps !== 0) return window.history.go(steps);
    const { formMethod, formData, formEncType, formAction } = navigation;
    const to = navigation.location ?? location;
    const sending = formData && { formMethod, formData, formEncType, formAction };
    void router.navigate(to, { state: to.state, ...sending });
  });
  settle(router);
}

/** A promise that ends only when what it is for is given up. */
function until(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** What is to be done about a request that found no server: resolves when it is to be tried again. */
async function meet(
  kind: Kind,
  asked: WatchedRequest,
  router: PageRouter,
  tries: number,
  words: string,
): Promise<void> {
  const { signal } = asked;
  if (kind === "quiet") return nextTry(tries, signal);
  if (kind === "accepted") return nextTry(tries, signal, (wake) => connection.lose(words, wake));
  if (kind === "sent")
    return Promise.race([until(signal), new Promise<void>((resolve) => connection.lose(words, resolve))]);
  keep(router, words);
  return until(signal);
}

function askedOf(input: RequestInfo | URL, init: RequestInit | undefined): WatchedRequest | undefined {
  if (input instanceof Request) return undefined;
  const url = new URL(input, window.location.href);
  if (url.origin !== window.location.origin || !/\.data$|\/__manifest$/.test(url.pathname)) return undefined;
  return { url, method: (init?.method ?? "GET").toUpperCase(), signal: init?.signal ?? null };
}

/** Requests of pages that find no server no longer end in the error page. Called once, from entry.client. */
export function watchRequests(): void {
  const real = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const asked = askedOf(input, init);
    const router = window.__remixRouter;
    if (!asked || !router) return real(input, init);
    if (settling && asked.url.pathname.endsWith("/__manifest")) return Response.json({});
    for (let tries = 1; ; tries++) {
      const [began, online] = [Date.now(), navigator.onLine];
      const { answer, error } = await tried(real, input, init);
      if (asked.signal?.aborted) throw asked.signal.reason;
      const kind = requestKind(asked, router.state);
      if (answer && !isAway(answer)) {
        if (kind !== "quiet" && kind !== "aside") connection.back();
        return answer;
      }
      if (kind === "aside") {
        if (answer) return answer;
        throw error;
      }
      await meet(
        kind,
        asked,
        router,
        tries,
        wordsFor(kind, sends(router, asked), { online, took: Date.now() - began }),
      );
    }
  };
  watchForms();
}

/** `fetch` tells that it found nobody by a TypeError; all else is somebody's business. */
async function tried(
  real: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<{ answer?: Response; error?: unknown }> {
  try {
    return { answer: await real(input, init) };
  } catch (error) {
    if (error instanceof TypeError) return { error };
    throw error;
  }
}

/** A second press comes before React has drawn the button as working: what the router is sending is not sent again. */
function isUnderWay(sent: FormData): boolean {
  const navigation = window.__remixRouter?.state.navigation;
  if (!navigation?.formData || navigation.formMethod?.toUpperCase() === "GET") return false;
  return isSameForm([...sent], [...navigation.formData]);
}

type FormEntry = [string, FormDataEntryValue];

/** Whether two forms say the same, in the same order. A file is the same by its name, its size and when it changed. */
export function isSameForm(one: FormEntry[], other: FormEntry[]): boolean {
  const comparable = (entries: FormEntry[]) =>
    entries.map(([name, value]) =>
      typeof value === "string" ? [name, value] : [name, value.name, value.size, value.lastModified],
    );
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

/** Remembers the form that was pressed; stops what the browser itself would send or open while there is no network. */
function watchForms(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement)) return;
      if (form === pressed?.form && isUnderWay(new FormData(form, submitter))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else pressed = { form, submitter };
    },
    true,
  );
  window.addEventListener("submit", (event) => {
    // Its own script sends it, by another way.
    if (event.defaultPrevented && window.__remixRouter?.state.navigation.state === "idle") pressed = undefined;
    if (event.defaultPrevented || navigator.onLine || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const { target: form, submitter } = event;
    connection.lose(wordsFor("page", form.method.toUpperCase(), { online: false, took: 0 }), () =>
      form.requestSubmit(submitter),
    );
  });
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (event.defaultPrevented || navigator.onLine || !(link instanceof HTMLAnchorElement)) return;
    const here = link.origin === window.location.origin && !link.target && !link.getAttribute("href")?.startsWith("#");
    if (!here || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    connection.lose(wordsFor("page", "GET", { online: false, took: 0 }), () => link.click());
  });
}

/** Follows where in the tab's history the drawn page stands. Answers how to stop. */
export function watchHistory(): () => void {
  drawnAt = window.history.state?.idx ?? 0;
  return (
    window.__remixRouter?.subscribe(({ navigation, location }) => {
      if (navigation.state !== "idle") return;
      if (window.history.state?.key === location.key) drawnAt = window.history.state?.idx ?? 0;
    }) ?? (() => undefined)
  );
}

/**
 * The program of a page could not be had: resolves when it is to be asked for again. A page that was on the way is given
 * up, and the one that is there kept.
 * @param begun what the router was doing when it was asked for
 */
export function missingPart(tries: number, begun: Navigation | undefined): Promise<void> {
  const router = window.__remixRouter;
  if (!router || !begun || begun.state === "idle") return nextTry(tries);
  const { navigation } = router.state;
  if (navigation !== begun && navigation.state === "idle") return until(null);
  // The post itself goes out beside it, and says what becomes of it.
  if (navigation.state === "submitting") return nextTry(tries);
  const kind = acceptedPost(navigation) ? "accepted" : "page";
  const asked = { url: new URL(window.location.href), method: "GET", signal: null };
  return meet(kind, asked, router, tries, wordsFor(kind, "GET", { online: navigator.onLine, took: 0 }));
}
