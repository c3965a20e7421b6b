import type { Language, LoaderSettings } from "../rules/webchat";
import { launcherElements } from "./loader-elements";
import { recall, store } from "./loader-kept";
import { armTrigger } from "./loader-triggers";

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
  const kept = recall(place);
  const keep = () => store(place, kept);
  let identity = given.identity ?? "";
  let frame: HTMLIFrameElement | undefined;
  let ready = false;
  let shown = false;
  const waiting: object[] = [];

  const { host, button, badge, panel, tease } = launcherElements(settings, say);
  button.addEventListener("click", () => (shown ? api.close() : api.open()));
  drawBadge();

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

  const start = () => {
    document.body.append(host);
    for (const trigger of settings.triggers)
      armTrigger(trigger, {
        ...{ settings, language, kept, keep, tease, button },
        hide: say.hide,
        isShown: () => shown,
        open: () => api.open(),
      });
    // A conversation that runs is followed from page to page, once the page itself is there.
    if (kept.running) load();
  };
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start);
})();
