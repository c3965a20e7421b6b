import { data } from "@remix-run/node";
import { cannedScopes } from "../../services/chat/contract.canned";
import { href } from "../href";
import type { KeptFile } from "../kit/file-upload";
import { type Admitted, done } from "../shell/page.server";
import type { TypedCanned } from "./canned-form";
import { type Posted, readForm } from "./form.server";
import { type RefusedForm, refusalOf } from "./settings.labels";

const path = "/chat/settings/canned-responses";

/** Adds, changes and deletes canned replies. */
export async function changeCanned({ api, request, from }: Admitted<typeof path>) {
  const form = await readForm(api, request);
  const back = href(path);
  if (form.value("intent") === "delete") {
    const answer = await api.chat.removeCanned({ params: { id: form.number("id") ?? 0 } });
    if (answer.status === 201) return done(from, back, answer.body.message, "Deleted");
    return refused(answer.body);
  }
  const id = form.number("id");
  const typed = typedFrom(form, id ? await filesOf(api, id) : []);
  if (form.wrong) return refused({ status: 422, message: form.wrong, errors: { files: [form.wrong] } }, typed);
  const { files, scope, team, title, shortcut, text_en, text_sw } = typed;
  const answer = await api.chat.saveCanned({
    body: {
      ...{ scope, title, shortcut, text_en, text_sw, team: scope === "team" ? team : "" },
      ...(id ? { id } : {}),
      file_ids: files.map((file) => file.id),
    },
  });
  if (answer.status === 201) return done(from, back, `${answer.body.title} is saved.`, "Saved");
  const { file_ids, ...errors } = answer.body.errors ?? {};
  return refused({ ...answer.body, errors: file_ids ? { ...errors, files: file_ids } : errors }, typed);
}

function refused(problem: Parameters<typeof refusalOf>[0], typed?: TypedCanned) {
  const answer: RefusedForm<TypedCanned> = refusalOf(problem, typed);
  return data(answer, { status: problem.status === 400 ? 422 : problem.status });
}

/** The reply's own files: another's who made it, they can't be asked for one by one. */
async function filesOf(api: Admitted<typeof path>["api"], id: number): Promise<KeptFile[]> {
  const list = await api.chat.cannedResponses({});
  return list.status === 200 ? (list.body.data.find((one) => one.id === id)?.files ?? []) : [];
}

function typedFrom(form: Posted, had: readonly KeptFile[]): TypedCanned {
  const chosen = new Set(form.values("file_id"));
  const kept = had.filter(({ id }) => chosen.has(id));
  const fresh = form.files.filter(({ id }) => !kept.some((file) => file.id === id));
  return {
    id: form.value("id"),
    scope: cannedScopes.find((one) => one === form.value("scope")) ?? "own",
    team: form.value("team"),
    title: form.value("title"),
    shortcut: form.value("shortcut"),
    text_en: form.value("text_en"),
    text_sw: form.value("text_sw"),
    files: [...kept, ...fresh],
  };
}
