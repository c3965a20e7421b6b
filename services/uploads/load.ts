import type { Client } from "../kit/client";
import type { LoadFile } from "../kit/module";
import { fetchOutside, type OutsidePolicy } from "../kit/outside";
import type { uploads } from "./contract";

type LoadedFile = NonNullable<Awaited<ReturnType<LoadFile>>>;

/** A file opened in this process: its name and type, and its bytes piece by piece. */
export type OpenFile = (
  id: string,
  link: URLSearchParams,
) => Promise<{ file: { name: string; type: string }; bytes: AsyncIterable<Uint8Array> } | undefined>;

/** Our own server at the address of its settings: it may well be in a private network. */
const ourselves: OutsidePolicy = { allow: () => true, seconds: 60 };

/** How files reach the networks: opened in this process, or fetched where the files are. */
export function fileLoader(given: {
  clientsOfAccount(account: string): { uploads: Pick<Client<typeof uploads.calls>, "link"> };
  publicUrl(): string;
  /** None: files are kept by another process. */
  open?: OpenFile | undefined;
}): LoadFile {
  return async (account, id) => {
    const answer = await given.clientsOfAccount(account).uploads.link({ params: { id }, query: { open: true } });
    if (answer.status !== 200) return undefined;
    // A service alone knows no origin: then the link has a path only.
    const url = new URL(answer.body.url, given.publicUrl() || "http://localhost");
    if (!given.open) return fetched(url);
    const opened = await given.open(id, url.searchParams);
    if (!opened) return undefined;
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.bytes) pieces.push(piece);
    return { name: opened.file.name, type: opened.file.type, bytes: new Uint8Array(Buffer.concat(pieces)) };
  };
}

async function fetched(url: URL): Promise<LoadedFile | undefined> {
  const answer = await fetchOutside(url, {}, ourselves);
  if (answer.status !== 200) return undefined;
  const [, name = ""] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return {
    name: decodeURIComponent(name) || "file",
    type: (answer.headers.get("content-type") ?? "application/octet-stream").split(";")[0] as string,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
