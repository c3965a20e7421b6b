import type { LoaderSettings } from "../rules/webchat";
import { launcherStyle } from "./loader-style";

export function make<T extends keyof HTMLElementTagNameMap>(tag: T, name: string, text = ""): HTMLElementTagNameMap[T] {
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
function addStyle(root: ShadowRoot, text: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(make("style", "", text));
  }
}

/** The elements of the launcher in the page: its button with the number of unread messages, the panel, the invitation. */
export function launcherElements(settings: LoaderSettings, words: { open: string }) {
  const host = document.createElement("div");
  host.setAttribute("data-jibu-chat", "");
  const root = host.attachShadow({ mode: "open" });
  addStyle(root, launcherStyle(settings));
  const button = make("button", "launch");
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  const label = make("span", "label", words.open);
  const badge = make("span", "badge");
  badge.hidden = true;
  button.append(icon(), label, badge);
  const panel = make("div", "panel");
  panel.hidden = true;
  const tease = make("div", "tease");
  tease.hidden = true;
  tease.setAttribute("role", "status");
  root.append(panel, tease, button);
  return { host, button, badge, panel, tease };
}
