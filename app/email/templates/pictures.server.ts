import { type Block, pictureFiles } from "../../../rules/email-blocks";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";

/** Addresses of the pictures of some blocks, for the editor; one that can't be read has none. */
export async function pictureAddresses(api: ServiceClients, blocks: readonly Block[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    pictureFiles(blocks).map(async (file) => {
      const answer = await api.uploads.file({ params: { id: file } });
      return answer.status === 200 ? ([[file, answer.body.url]] as const) : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
