import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { Purpose } from "../../rules/files";
import type { RawBody } from "../../services/kit/contract";
import type { ServiceClients } from "../../services/modules";
import type { KeptFile } from "../kit/file-upload";
import type { RefusedPost } from "../kit/refused-post";
import { readForm, readFormFields } from "./form.server";

type FormPurpose = Exclude<Purpose, "export" | "recording">;

/** What an action with a form needs beside its shape. */
export type FormOptions = {
  /** The form may bring files, which are kept for this purpose before anything is judged. */
  files?: FormPurpose;
  /** Fields whose values never go back to the page. */
  secret?: readonly string[];
  /** A form around one file is not read: its bytes go on to a service as they arrive (`stream`). */
  streamed?: true;
  /** A form without files that may be longer than others, and what is said at the field of one that is longer still. */
  long?: { maxBytes: number; field: string; message: string };
};

export type Refusal = ReturnType<typeof data<RefusedPost>>;

/** Why a form is refused: a service's problem, or one of the page's own. */
export type RefusalReason = {
  status?: number;
  message: string;
  errors?: Record<string, string[]> | undefined;
  title?: string;
  level?: "warning" | "error";
};

/** A posted form and its answers. */
export type Submitted = {
  /** Those that came with the form, and those of an earlier post of it (`file_id`). */
  files: KeptFile[];
  /** The form around a file as it arrives, of an action with `streamed`. */
  stream?: RawBody;
  /** Field errors, and a Warning notice when the refusal has a reason of its own. */
  refuse(): Refusal;
  refuse(problem: RefusalReason): Refusal;
  refuse<More extends object>(problem: RefusalReason, more: More): ReturnType<typeof data<RefusedPost & More>>;
  /** The page again with what was typed, for a button that only changes the form. */
  stay(): Refusal;
  stay<More extends object>(more: More): ReturnType<typeof data<RefusedPost & More>>;
};

/** A refused form is 422, unless its status says more. */
function statusOf(status: number): number {
  if (status >= 500) return 503;
  return status === 409 || status === 413 || status === 429 ? status : 422;
}

/** Reads a posted form by its shape. @throws Response 400, 413 for what no form of ours can be */
export async function submit<S extends z.ZodType>(
  { request, api }: { request: Request; api: ServiceClients },
  shape: S,
  options: FormOptions,
) {
  const { files: purpose, secret = [] } = options;
  const stream = options.streamed && multipartOf(request);
  const posted = stream
    ? { form: new FormData(), files: [] }
    : purpose
      ? await formWithFiles(api, request, purpose)
      : await formAlone(request, options);
  const { form, files, problem } = { problem: undefined, ...posted };
  const submission: Submission<z.output<S>> = parseWithZod(form, { schema: shape });
  const hide = { hideFields: [...secret] };
  const kept = purpose ? { files } : {};
  const wrongFiles: Record<string, string[]> = problem ? { [options.long?.field ?? "files"]: [problem.message] } : {};
  const refuse = (reason?: RefusalReason, more?: object) => {
    const fieldErrors = { ...wrongFiles, ...reason?.errors };
    return data(
      {
        reply: submission.reply({ ...hide, ...(Object.keys(fieldErrors).length > 0 ? { fieldErrors } : {}) }),
        ...(reason ? { notice: warning(reason) } : {}),
        ...kept,
        ...more,
      },
      { status: statusOf(reason?.status ?? problem?.status ?? 422) },
    );
  };
  const stay = (more?: object) => data({ reply: submission.reply(hide), ...kept, ...more });
  return { submission, files, ...(stream ? { stream } : {}), refuse, stay, fileProblem: problem } as Submitted & {
    submission: Submission<z.output<S>>;
    fileProblem: typeof problem;
  };
}

function warning({ level = "warning", title = "Warning", message }: RefusalReason) {
  return { level, title, message };
}

type ParsedPost = { form: FormData; files: KeptFile[]; problem?: { status: number; message: string } };

function multipartOf({ headers, body }: Request): RawBody | undefined {
  const type = headers.get("content-type") ?? "";
  return type.startsWith("multipart/form-data") && body ? { body, type } : undefined;
}

async function formAlone(request: Request, { long }: FormOptions): Promise<ParsedPost> {
  if (!long) return { form: await readForm(request), files: [] };
  try {
    return { form: await readForm(request, long.maxBytes), files: [] };
  } catch (thrown) {
    if (!(thrown instanceof Response && thrown.status === 413)) throw thrown;
    return { form: new FormData(), files: [], problem: { status: 413, message: long.message } };
  }
}

/** The files go on to the store as they arrive, so that a refusal loses none of them. */
async function formWithFiles(api: ServiceClients, request: Request, purpose: FormPurpose): Promise<ParsedPost> {
  const stream = multipartOf(request);
  if (!stream) return withEarlier(api, { fields: await readFormFields(request), files: [] });
  const received = await api.uploads.form({ query: { purpose }, stream });
  if (received.status === 400) throw new Response(received.body.message, { status: 400 });
  if (received.status !== 201) {
    const { message } = received.body;
    const problem = { status: received.status, message: message || "The form was not received. Send it again." };
    return { form: new FormData(), files: [], problem };
  }
  const [refused] = received.body.refused;
  return {
    ...(await withEarlier(api, received.body)),
    ...(refused ? { problem: { status: 422, message: `${refused.name}: ${refused.message}` } } : {}),
  };
}

/** With the files that an earlier post of the same form has kept, by their IDs. */
async function withEarlier(
  api: ServiceClients,
  { fields, files }: { fields: readonly (readonly [string, string])[]; files: readonly KeptFile[] },
): Promise<ParsedPost> {
  const form = new FormData();
  // Browsers send a line end as two characters; counters and templates know one.
  for (const [name, value] of fields) form.append(name, value.replaceAll("\r\n", "\n"));
  const ids = [...new Set(form.getAll("file_id").map(String))].slice(0, 5);
  const earlier = await Promise.all(
    ids.map(async (id) => {
      const answer = await api.uploads.file({ params: { id } });
      return answer.status === 200 ? [answer.body] : [];
    }),
  );
  return { form, files: [...earlier.flat(), ...files].map(({ id, name, bytes }) => ({ id, name, bytes })) };
}
