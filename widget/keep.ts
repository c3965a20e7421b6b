/** What the browser keeps of the chat, in parts: two tabs that write at once write different parts. */
export type Keep = {
  get<T>(part: string): T | undefined;
  set(part: string, value: unknown): void;
  /** The values of all parts that begin so. */
  all<T>(start: string): T[];
  /** Leaves nothing. */
  clear(): void;
};

/** @param handOver where the parts go when this browser gives a frame no storage: to the page around it */
export function openKeep(key: string, given: string, handOver: (data: string) => void): Keep {
  const place = `jibu ${key} `;
  const storage = usable();
  const held = new Map<string, string>(storage ? [] : entriesOf(given));
  const names = () => (storage ? Object.keys(storage).filter((name) => name.startsWith(place)) : [...held.keys()]);
  const over = () => {
    if (!storage) handOver(JSON.stringify([...held]));
  };
  const read = (name: string) => parsed(storage ? storage.getItem(name) : (held.get(name) ?? null));
  return {
    get: <T>(part: string) => read(place + part) as T | undefined,
    set(part, value) {
      const text = value === undefined ? undefined : JSON.stringify(value);
      try {
        if (text === undefined) storage ? storage.removeItem(place + part) : held.delete(place + part);
        else storage ? storage.setItem(place + part, text) : held.set(place + part, text);
      } catch {
        // Full: what is written stays on the screen and is sent from there.
      }
      over();
    },
    all: <T>(start: string) =>
      names()
        .filter((name) => name.startsWith(place + start))
        .flatMap((name) => {
          const value = read(name) as T | undefined;
          return value === undefined ? [] : [value];
        }),
    clear() {
      for (const name of names()) storage ? storage.removeItem(name) : held.delete(name);
      over();
    },
  };
}

function usable(): Storage | undefined {
  try {
    localStorage.setItem("jibu", "1");
    localStorage.removeItem("jibu");
    return localStorage;
  } catch {
    return undefined;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function entriesOf(text: string): [string, string][] {
  const list = parsed(text || null);
  return Array.isArray(list) ? (list as [string, string][]) : [];
}
