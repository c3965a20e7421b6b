type Action = { label: string; run: () => void } | { label: string; href: string };

/** What is told of kept answers, above the page's content. */
export type Notice = {
  /** @param actions buttons and links, the first being the one to press */
  tell(lines: readonly string[], actions?: readonly Action[]): void;
  hide(): void;
  focus(): void;
};

export function openNotice(main: () => HTMLElement | null): Notice {
  const box = document.createElement("div");
  box.className = "mt-6 grid gap-3 rounded border border-line px-4 py-3";
  box.setAttribute("role", "status");
  box.tabIndex = -1;
  let told = "";
  return {
    tell(lines, actions = []) {
      const next = JSON.stringify([lines, actions]);
      if (next === told && box.isConnected) return;
      told = next;
      const focused = box.contains(document.activeElement);
      box.textContent = "";
      for (const line of lines) {
        const text = document.createElement("p");
        text.textContent = line;
        box.append(text);
      }
      if (actions.length > 0) box.append(rowOf(actions));
      // The page may have been exchanged since.
      const heading = main()?.querySelector("h1");
      if (heading && heading.nextElementSibling !== box) heading.after(box);
      if (focused) box.focus();
    },
    hide: () => box.remove(),
    focus: () => box.focus(),
  };
}

function rowOf(actions: readonly Action[]): HTMLElement {
  const row = document.createElement("p");
  row.className = "flex flex-wrap items-center gap-x-4 gap-y-3";
  for (const [at, action] of actions.entries()) row.append(elementOf(action, at === 0));
  return row;
}

function elementOf(action: Action, first: boolean): HTMLElement {
  if ("href" in action) {
    const link = document.createElement("a");
    link.className = "link inline-flex min-h-6 items-center";
    link.href = action.href;
    link.textContent = action.label;
    return link;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = first ? "btn btn-primary" : "btn";
  button.textContent = action.label;
  button.addEventListener("click", action.run);
  return button;
}
