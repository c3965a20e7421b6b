/** What the launcher keeps in the browser of a visitor, by the application's key. */
export type LauncherState = { unread: number; running: boolean; seen: string[]; data: string };

/** What was kept under a name; nothing where the browser has no storage. */
export function recall(place: string): LauncherState {
  const none = { unread: 0, running: false, seen: [], data: "" };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as object) };
  } catch {
    return none;
  }
}

export function store(place: string, kept: LauncherState): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // A browser without storage forgets; the chat goes on.
  }
}
