import { hasRoom, isOutdated, type KeptResponse, readKept } from "../../../rules/survey/kept-answers";

/** The page with all questions of a survey and no answer, for the next person at a shared tablet without a network. */
export type BlankPage = { html: string; idleSeconds: number };

export type KeptStore = {
  /** What is to be sent, the oldest first. */
  list(): KeptResponse[];
  find(session: string): KeptResponse | undefined;
  /** Answers whether there was room for it. */
  put(one: KeptResponse): boolean;
  /** Deletes what was sent, unless something else was kept in its place since. */
  drop(one: KeptResponse): void;
  /** Deletes what is too old to be sent. Answers how many. */
  dropOutdated(): number;
  setBlank(language: string, page: BlankPage): void;
  blank(language: string): BlankPage | undefined;
};

/** What a browser keeps of a survey; undefined where it keeps nothing for this page. */
export function openStore(link: string): KeptStore | undefined {
  const place = `survey ${link} `;
  const storage = usable();
  if (!storage) return undefined;
  const write = (name: string, text: string) => {
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };
  const all = () =>
    Object.keys(storage)
      .filter((name) => name.startsWith(`${place}kept `))
      .flatMap((name) => readKept(storage.getItem(name)) ?? [])
      .sort((a, b) => a.at - b.at);
  const find = (session: string) => readKept(storage.getItem(`${place}kept ${session}`));
  const drop = ({ session, at }: KeptResponse) => {
    if (find(session)?.at === at) storage.removeItem(`${place}kept ${session}`);
  };
  return {
    list: all,
    find,
    put: (one) => hasRoom(all(), one) && write(`${place}kept ${one.session}`, JSON.stringify(one)),
    drop,
    dropOutdated() {
      const outdated = all().filter((one) => isOutdated(one, Date.now()));
      for (const one of outdated) drop(one);
      return outdated.length;
    },
    setBlank: (language, page) => void write(`${place}blank ${language}`, JSON.stringify(page)),
    blank(language) {
      const text = storage.getItem(`${place}blank ${language}`);
      return text === null ? undefined : (JSON.parse(text) as BlankPage);
    },
  };
}

function usable(): Storage | undefined {
  try {
    localStorage.setItem("survey", "1");
    localStorage.removeItem("survey");
    return localStorage;
  } catch {
    return undefined;
  }
}
