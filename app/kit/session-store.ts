/** Session storage can be refused (private windows, a full store): then what is kept lives as long as its page. */
export function readStored<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value for this tab, or with nothing forgets it. */
export function store(key: string, value: object | undefined): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
