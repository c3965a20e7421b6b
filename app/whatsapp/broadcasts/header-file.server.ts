import type { ServiceClients } from "../../../services/modules";
import type { KeptFile } from "../../kit/file-upload";

type Refusal = { status: number; message: string; errors?: Record<string, string[]> };

/** Has everyone get a file that was sent. @returns why not, at the field of the form; undefined: it is done */
export async function chooseHeaderFile(
  api: ServiceClients,
  id: number,
  file: KeptFile | null | undefined,
): Promise<Refusal | undefined> {
  if (file === undefined) return { status: 422, message: "Choose a file.", errors: { files: ["Choose a file."] } };
  const answer = await api.whatsapp.setBroadcastFile({ params: { id }, body: { file_id: file?.id ?? null } });
  if (answer.status === 201) return undefined;
  const { file_id, ...errors } = answer.body.errors ?? {};
  return { ...answer.body, errors: file_id ? { ...errors, files: file_id } : errors };
}
