import { mediaKey } from "../../../rules/whatsapp/header-files";

type Refusal = { status: number; message: string; errors?: Record<string, string[]> | undefined };

/**
 * What is missing of the values of a message is marked on the page of the draft: the page that confirms it says so. Its
 * file is chosen on that page too.
 */
export function sayWhereValuesAre(body: Refusal): Refusal {
  const missing = Object.keys(body.errors ?? {}).filter((name) => name.startsWith("mapping."));
  const [first, ...more] = missing;
  if (first === undefined) return body;
  const words = body.errors?.[first] ?? [];
  if (first === `mapping.${mediaKey}` && more.length === 0) return { ...body, errors: { files: words } };
  return { status: body.status, message: "A value of the message has no source yet. Press Change beside the message." };
}
