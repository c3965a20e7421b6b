import { type Block, pictureFiles, writtenIn } from "../../../rules/email-blocks";
import { pieces } from "../../../rules/merge";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { EmailDeps } from "../deps";
import { signatureFor } from "../signatures/store";
import { type Content, compileEmail } from "../templates/compile";
import { type EmailFile, keepFiles, maxMailBytes } from "../templates/files";
import { loadTemplate } from "../templates/store";
import type { Form } from "./create";

/** What is kept of a mailing beside its compiled content. */
export type MailingContent = Content & { text_fields: string[] };

export type MadeContent = { content: Content; open: string[]; files: EmailFile[] };

/** What a form's mail is made of: its text above, the blocks of its template, the signature of a single one. */
export async function loadSource(trx: Trx, account: string, form: Form, user: string | null) {
  const template =
    form.template_id === null ? undefined : await loadTemplate(trx, account, form.template_id).catch(gone);
  const opening: Block[] = form.body === "" ? [] : [{ kind: "text", text: form.body }];
  const blocks = [...opening, ...((template?.blocks ?? []) as Block[])];
  const own = template?.text.trim() ?? "";
  return {
    subject: form.subject,
    preheader: form.preheader || (template?.preheader ?? ""),
    blocks,
    // One's own plain text of a template stands below what was written above it.
    text: own === "" ? "" : [form.body, own].filter(Boolean).join("\n\n"),
    signature: form.kind === "single" ? await signatureFor(trx, account, user) : undefined,
  };
}

function gone(error: unknown): never {
  if (!(error instanceof HttpError) || error.status !== 404) throw error;
  const words = "This template was deleted. Choose another one.";
  throw new HttpError(422, "Please correct the marked fields.", { template_id: [words] });
}

type Source = Awaited<ReturnType<typeof loadSource>>;

/** Compiles it once for all, and binds its files. */
export async function makeContent(
  deps: EmailDeps,
  account: string,
  form: Form,
  {
    source,
    company,
    list,
    automatic = false,
  }: { source: Source; company: string; list: string | undefined; automatic?: boolean },
): Promise<MadeContent> {
  const { files } = await keepFiles(deps, account, {
    pictures: pictureFiles(source.blocks),
    files: form.file_ids,
    maxBytes: maxMailBytes[form.kind],
  });
  const content = await compileEmail({
    ...source,
    ...(form.kind === "bulk" || automatic ? { unsubscribe: { company, list } } : {}),
  });
  return { content, open: openFields(writtenIn(source)), files };
}

/** The fields that stand somewhere without a default of their own. */
export function openFields(text: string): string[] {
  const open = pieces(text).flatMap((piece) =>
    typeof piece !== "string" && piece.fallback === undefined ? [piece.field] : [],
  );
  return [...new Set(open)];
}
