/** @jsxImportSource preact */

import { render } from "preact";
import { brand } from "../rules/brand";
import type { FrameSettings } from "../rules/webchat";
import { type Chat, openChat, type Page } from "./chat";
import { After, Composer } from "./compose";
import { Faq, Home } from "./home";
import { openKeep } from "./keep";
import { Icon } from "./parts";
import "./style.css";
import { Thread } from "./thread";

type FromHost =
  | { jibu: "hello"; page?: Page; identity?: string; data?: string; shown: boolean }
  | { jibu: "shown"; shown: boolean }
  | { jibu: "identity"; identity: string }
  | { jibu: "reset" };

const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "{}") as FrameSettings;
const main = document.getElementById("chat") as HTMLElement;
/** The page around us: known from its first word, and the only one that is spoken with from then on. */
let host = "";
let chat: Chat | undefined;
let drawing = false;

function tellHost(message: object): void {
  if (window.parent !== window) window.parent.postMessage(message, host || "*");
}

/** When: "tomorrow" would need a calendar in two languages; a day and a time do for both. */
function when(seconds: number, language: string): string {
  const options = { weekday: "long", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(language === "sw" ? "sw-KE" : "en-KE", options).format(seconds * 1000);
}

function Head({ chat }: { chat: Chat }) {
  const { say, state } = chat;
  const { standing, language } = state;
  const { opens_at } = standing;
  const talks = standing.stage === "open" && standing.agent;
  const words = talks
    ? say("talking", { name: standing.agent })
    : standing.open
      ? say("online")
      : opens_at
        ? say("opens", { when: when(opens_at, language) })
        : say("away");
  const other = settings.languages.find((one) => one !== language);
  return (
    <header>
      <span class="face" aria-hidden="true">
        {(talks || settings.name).slice(0, 1).toUpperCase()}
      </span>
      <div>
        <h1>{settings.name}</h1>
        <p>{words}</p>
      </div>
      {other && (
        <button class="speak" type="button" lang={other} onClick={() => chat.speak(other)}>
          {say("language")}
        </button>
      )}
      <button class="shut" type="button" aria-label={say("close")} onClick={() => tellHost({ jibu: "close" })}>
        <Icon name="close" size={20} />
      </button>
    </header>
  );
}

function App({ chat }: { chat: Chat }) {
  const { state, outbox } = chat;
  const { standing, dismissed } = state;
  const ended = standing.stage === "ended" && standing.contact_id !== dismissed;
  const talking = standing.stage === "open" || standing.stage === "waiting";
  const began = talking || ended || (outbox.list().length > 0 && !state.wantsForm) || state.files.length > 0;
  const home = !began || state.wantsForm;
  const free = home && !state.wantsForm && standing.open && chat.questions().length === 0;
  const consents = Boolean(settings.consent.en || settings.consent.sw);
  return (
    <>
      <Head chat={chat} />
      {state.faq ? <Faq chat={chat} /> : home ? <Home chat={chat} /> : <Thread chat={chat} />}
      {state.note && (
        <p class="note" role="alert">
          {state.note}
        </p>
      )}
      {ended && !state.faq && <After chat={chat} />}
      {((!home && !ended) || (free && !consents && !(settings.signed && !state.identity))) && !state.faq && (
        <Composer chat={chat} />
      )}
      <footer>Chat by {brand.name}</footer>
    </>
  );
}

function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (chat) render(<App chat={chat} />, main);
  });
  // A frame that is not shown draws nothing by itself.
  if (document.visibilityState === "hidden") drawing = false;
}

function open(data: string): Chat {
  const keep = openKeep(settings.key, data, (text) => tellHost({ jibu: "keep", data: text }));
  const made = openChat(settings, keep, draw, tellHost);
  document.documentElement.lang = made.state.language;
  return made;
}

window.addEventListener("message", ({ data, source, origin }: MessageEvent<FromHost | undefined>) => {
  if (source !== window.parent || !data?.jibu || (host !== "" && origin !== host)) return;
  if (data.jibu === "hello") {
    host = origin === "null" ? "*" : origin;
    chat ??= open(data.data ?? "");
    chat.hello(data);
  } else if (data.jibu === "shown") chat?.show(data.shown);
  else if (data.jibu === "identity") chat?.identify(data.identity);
  else if (data.jibu === "reset") chat?.reset();
});
window.addEventListener("online", () => chat?.wake());
// What hangs is given up at once, not when it has been silent for long.
window.addEventListener("offline", () => chat?.wake());
document.addEventListener("visibilitychange", () => {
  chat?.look();
  draw();
});
window.addEventListener("storage", () => draw());

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tellHost({ jibu: "close" });
  if (event.key !== "Tab" || window.innerWidth >= 768) return;
  // On a phone the chat is all there is: Tab stays in it.
  const all = [
    ...document.querySelectorAll<HTMLElement>("button, input:not([hidden]), select, textarea, a[href], summary"),
  ];
  const [first, last] = [all[0], all.at(-1)];
  const leaves = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
});

// Opened by itself, to be looked at: there is no page around that speaks first.
if (window.parent === window) {
  chat = open("");
  chat.hello({ shown: true });
} else tellHost({ jibu: "ready", unread: 0, running: false });
