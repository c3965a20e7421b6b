import { fitsPage } from "../rules/chat-triggers";
import type { Language, LoaderSettings, Trigger } from "../rules/webchat";
import { launcherStyle } from "./loader-style";

/** Stands around this script as it is served (front/webchat.pages). */
declare const JIBU_CHAT: LoaderSettings;

type FromFrame =
  | { jibu: "ready"; unread: number; running: boolean }
  | { jibu: "close" }
  | { jibu: "keep"; data: string };
type Api = {
  open(): void;
  close(): void;
  /** The site vouches for its visitor: a JWT signed with the application's identity secret. */
  identify(token: string): void;
  /** Signing out on the site: nothing of this visitor stays in the browser. */
  reset(): void;
};
type LoaderOptions = { identity?: string; language?: Language };

const words = {
  en: { open: "Chat with us", close: "Close the chat", frame: "Chat", unread: "unread", hide: "Not now" },
  sw: { open: "Ongea nasi", close: "Funga mazungumzo", frame: "Mazungumzo", unread: "hazijasomwa", hide: "Sio sasa" },
};

(() => {
  const page = window as typeof window & { jibuChat?: Api & LoaderOptions };
  const settings = JIBU_CHAT;
  const given: LoaderOptions = page.jibuChat ?? {};
  // The line may stand in a page twice.
  if ("open" in given) return;
  const asked = given.language ?? (document.documentElement.lang.slice(0, 2) as Language);
  const language = settings.languages.includes(asked) ? asked : (settings.languages[0] ?? "en");
  const say = words[language];
  const place = `jibu-chat ${settings.key}`;
  const kept = recall();
  let identity = given.identity ?? "";
  let frame: HTMLIFrameElement | undefined;
  let ready = false;
  let shown = false;
  const waiting: object[] = [];

  function recall(): { unread: number; running: boolean; seen: string[]; data: string } {
    const none = { unread: 0, running: false, seen: [], data: "" };
    try {
      return { ...none, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as object) };
    } catch {
      return none;
    }
  }
  function keep(): void {
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // A browser without storage forgets; the chat goes on.
    }
  }

  const host = document.createElement("div");
  host.setAttribute("data-jibu-chat", "");
  const root = host.attachShadow({ mode: "open" });
  addStyle();
  const button = make("button", "launch");
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  const label = make("span", "label", say.open);
  const badge = make("span", "badge");
  badge.hidden = true;
  button.append(icon(), label, badge);
  button.addEventListener("click", () => (shown ? api.close() : api.open()));
  const panel = make("div", "panel");
  panel.hidden = true;
  const tease = make("div", "tease");
  tease.hidden = true;
  tease.setAttribute("role", "status");
  root.append(panel, tease, button);
  drawBadge();

  function make<T extends keyof HTMLElementTagNameMap>(tag: T, name: string, text = ""): HTMLElementTagNameMap[T] {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = text;
    return element;
  }

  function icon(): SVGElement {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", "M4 5h16v11H9l-5 4z");
    svg.append(path);
    return svg;
  }

  /** A sheet made by script passes the page's own policy, which a style element may not. */
  function addStyle(): void {
    const text = launcherStyle(settings);
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      root.adoptedStyleSheets = [sheet];
    } catch {
      root.append(make("style", "", text));
    }
  }

  function drawBadge(): void {
    badge.hidden = kept.unread === 0;
    badge.textContent = kept.unread > 99 ? "99+" : String(kept.unread);
    const more = kept.unread > 0 ? `, ${kept.unread} ${say.unread}` : "";
    button.setAttribute("aria-label", shown ? say.close : say.open + more);
  }

  function tell(message: object): void {
    if (!ready) waiting.push(message);
    else frame?.contentWindow?.postMessage(message, settings.base);
  }

  /** The frame is the first thing that is asked for, and only now. */
  function load(): void {
    if (frame) return;
    frame = document.createElement("iframe");
    frame.title = say.frame;
    frame.src = `${settings.base}/webchat/v1/frame?a=${settings.key}&l=${language}`;
    panel.append(frame);
  }

  function begin(): void {
    ready = true;
    const { href } = location;
    tell({ jibu: "hello", page: { url: href, title: document.title }, identity, data: kept.data, shown });
    for (const message of waiting.splice(0)) tell(message);
  }

  window.addEventListener("message", (event: MessageEvent<FromFrame | undefined>) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== settings.base) return;
    const { data } = event;
    if (data?.jibu === "close") api.close();
    if (data?.jibu === "keep") kept.data = data.data;
    if (data?.jibu === "ready") {
      kept.unread = data.unread;
      kept.running = data.running;
      if (!ready) begin();
      drawBadge();
    }
    keep();
  });

  const api: Api = {
    open() {
      load();
      shown = true;
      panel.hidden = false;
      tease.hidden = true;
      button.setAttribute("aria-expanded", "true");
      host.toggleAttribute("data-open", true);
      drawBadge();
      tell({ jibu: "shown", shown: true });
      frame?.focus();
    },
    close() {
      shown = false;
      panel.hidden = true;
      button.setAttribute("aria-expanded", "false");
      host.toggleAttribute("data-open", false);
      drawBadge();
      tell({ jibu: "shown", shown: false });
      button.focus();
    },
    identify(token) {
      identity = token;
      if (frame) tell({ jibu: "identity", identity });
    },
    reset() {
      identity = "";
      Object.assign(kept, { unread: 0, running: false, seen: [], data: "" });
      keep();
      drawBadge();
      load();
      tell({ jibu: "reset" });
    },
  };
  page.jibuChat = Object.assign(api, given) as Api & LoaderOptions;

  /** Nobody is invited to talk with nobody. */
  async function somebodyHere(): Promise<boolean> {
    try {
      const answer = await fetch(`${settings.base}/webchat/v1/here?a=${settings.key}`, { credentials: "omit" });
      return answer.ok && ((await answer.json()) as { open?: boolean }).open === true;
    } catch {
      // The page's own policy lets its scripts ask nobody else.
      return true;
    }
  }

  /** A trigger shows its words here; only whether anybody is there is asked for until the visitor answers. */
  function arm({ id, seconds, once, text, ...rule }: Trigger): void {
    if (!fitsPage(rule, location.href)) return;
    if (once && kept.seen.includes(id)) return;
    setTimeout(async () => {
      if (shown || kept.running || !tease.hidden || !(await somebodyHere())) return;
      if (shown || kept.running || !tease.hidden) return;
      kept.seen = [...kept.seen.filter((one) => one !== id), id].slice(-50);
      keep();
      const open = make("button", "words", text[language] || text.en || text.sw);
      open.type = "button";
      open.addEventListener("click", () => api.open());
      const hide = make("button", "hide", "×");
      hide.type = "button";
      hide.setAttribute("aria-label", say.hide);
      hide.addEventListener("click", () => {
        tease.hidden = true;
        button.focus();
      });
      tease.replaceChildren(open, hide);
      tease.hidden = false;
    }, seconds * 1000);
  }

  const start = () => {
    document.body.append(host);
    for (const trigger of settings.triggers) arm(trigger);
    // A conversation that runs is followed from page to page, once the page itself is there.
    if (kept.running) load();
  };
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start);
})();
