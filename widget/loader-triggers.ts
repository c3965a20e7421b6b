import { fitsPage } from "../rules/chat-triggers";
import type { LoaderSettings, Trigger } from "../rules/webchat";
import { make } from "./loader-elements";
import type { LauncherState } from "./loader-kept";

type Options = {
  settings: LoaderSettings;
  language: "en" | "sw";
  hide: string;
  kept: LauncherState;
  keep(): void;
  /** Where the words are shown. */
  tease: HTMLElement;
  button: HTMLElement;
  /** The chat is open. */
  isShown(): boolean;
  open(): void;
};

/** Whether anyone is there to talk with: else no one is invited. */
async function isSomeoneHere(settings: LoaderSettings): Promise<boolean> {
  try {
    const answer = await fetch(`${settings.base}/webchat/v1/here?a=${settings.key}`, { credentials: "omit" });
    return answer.ok && ((await answer.json()) as { open?: boolean }).open === true;
  } catch {
    // The page's own policy lets its scripts ask nobody else.
    return true;
  }
}

/** A trigger shows its words here; only whether anybody is there is asked for until the visitor answers. */
export function armTrigger({ id, seconds, once, text, ...rule }: Trigger, options: Options): void {
  const { settings, language, kept, keep, tease, button, isShown } = options;
  if (!fitsPage(rule, location.href)) return;
  if (once && kept.seen.includes(id)) return;
  setTimeout(async () => {
    if (isShown() || kept.running || !tease.hidden || !(await isSomeoneHere(settings))) return;
    if (isShown() || kept.running || !tease.hidden) return;
    kept.seen = [...kept.seen.filter((one) => one !== id), id].slice(-50);
    keep();
    const open = make("button", "words", text[language] || text.en || text.sw);
    open.type = "button";
    open.addEventListener("click", () => options.open());
    const hide = make("button", "hide", "×");
    hide.type = "button";
    hide.setAttribute("aria-label", options.hide);
    hide.addEventListener("click", () => {
      tease.hidden = true;
      button.focus();
    });
    tease.replaceChildren(open, hide);
    tease.hidden = false;
  }, seconds * 1000);
}
