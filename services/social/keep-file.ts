import { fileLimits } from "../../rules/files";
import type { Media } from "../connectors/message";
import type { ChannelRow } from "./channels";
import type { SocialDeps } from "./deps";

export type KeptFile = { id: string; name: string; type: string; bytes: number };
/** `away`: it may be kept later. `refused`: it never is. */
export type Keeping = { file: KeptFile } | { refused: string } | { away: string };

const { maxBytes } = fileLimits.chat;

export const tooLarge = (name: string) => `${name} is larger than ${maxBytes / 1_048_576} MB, so it was not kept.`;

/** Whether the network says already that it is more than chats keep. */
export function isTooLarge({ bytes }: Pick<Media, "bytes">): boolean {
  return bytes !== null && bytes > maxBytes;
}

type Place = { deps: SocialDeps; account: string; row: Pick<ChannelRow, "id">; provider_id: string };

const fileSubject = ({ row, provider_id }: Place) => ({
  subject: "chat message",
  subject_id: `${row.id}/${provider_id}`.slice(0, 100),
});

/** The file of a message that was kept before, when the same webhook or job comes again. */
export async function keptBefore(place: Place): Promise<KeptFile | undefined> {
  const answer = await place.deps.clientsOfAccount(place.account).uploads.filesOf({ query: fileSubject(place) });
  const [there] = answer.status === 200 ? answer.body.files : [];
  return there && { id: there.id, name: there.name, type: there.type, bytes: there.bytes };
}

/** Keeps a customer's file by what is in its bytes. */
export async function keepFile(place: Place, media: Media, bytes: Uint8Array<ArrayBuffer>): Promise<Keeping> {
  const name = media.name || "A file";
  if (bytes.length > maxBytes) return { refused: tooLarge(name) };
  const stream = { body: new Blob([bytes]).stream(), type: media.type || "application/octet-stream" };
  const query = { purpose: "chat" as const, name, ...fileSubject(place) };
  const answer = await place.deps.clientsOfAccount(place.account).uploads.keep({ query, stream });
  if (answer.status === 201) {
    const { id, name: kept, type, bytes: length } = answer.body;
    return { file: { id, name: kept, type, bytes: length } };
  }
  if (answer.status >= 500 || answer.status === 429) return { away: answer.body.message };
  return { refused: `${name} was not kept. ${answer.body.message}` };
}
