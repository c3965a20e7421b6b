import { data } from "@remix-run/node";
import type { FieldKind } from "../../rules/chat-forms";
import { fieldKinds } from "../../rules/chat-forms";
import type { ChatForm } from "../../services/chat/contract.forms";
import { href } from "../href";
import { type Admitted, done, expectStatus } from "../shell/page.server";
import { readForm } from "./form.server";
import { type RefusedForm, refusalOf } from "./settings.labels";

export type FormPath = "/chat/settings/prechat" | "/chat/settings/postchat";

/** A question as it stands in its form; `choices` are one a line. */
export type TypedField = {
  name: string;
  kind: FieldKind;
  label_en: string;
  label_sw: string;
  required: boolean;
  on: boolean;
  choices: string;
};
const emptyField: TypedField = {
  ...{ name: "", kind: "text", label_en: "", label_sw: "", choices: "" },
  ...{ required: false, on: true },
};

export type BuilderAnswer = RefusedForm<TypedField> & { settings?: { title_en: string; title_sw: string } };

/** A form, the question that is opened (`?edit=`), and the one that is asked about (`?remove=`). */
export async function loadForm<P extends FormPath>({ api, url }: Admitted<P>, kind: ChatForm["kind"]) {
  const form = expectStatus(await api.chat.chatForm({ params: { kind } }), 200);
  const edit = url.searchParams.get("edit");
  const opened = form.fields.find(({ name }) => name === edit);
  const open: TypedField | null = opened
    ? { ...opened, choices: opened.choices.join("\n") }
    : edit === "new"
      ? emptyField
      : null;
  return {
    form,
    open,
    remove: form.fields.find(({ name }) => name === url.searchParams.get("remove")) ?? null,
    language: url.searchParams.get("language") === "sw" ? ("sw" as const) : ("en" as const),
  };
}

/** Everything that a form's page posts; `intent` says which. */
export async function changeForm<P extends FormPath>({ api, request, from }: Admitted<P>, kind: ChatForm["kind"]) {
  const posted = await readForm(api, request);
  const back = href(`/chat/settings/${kind}`);
  const params = { kind };
  const value = posted.value;
  switch (value("intent")) {
    case "settings": {
      const { title_en, title_sw } = { title_en: value("title_en"), title_sw: value("title_sw") };
      const body = { active: value("active") === "on", comment: value("comment") === "on", title_en, title_sw };
      const answer = await api.chat.saveChatForm({ params, body });
      if (answer.status === 201) return done(from, back, "The form is saved.", "Saved");
      return refused({ ...refusalOf<TypedField>(answer.body), settings: { title_en, title_sw } }, answer.status);
    }
    case "rank": {
      const answer = await api.chat.rankFields({ params, body: { names: value("names").split(",").filter(Boolean) } });
      return answer.status === 201 ? done(from, back) : refused(refusalOf(answer.body), answer.status);
    }
    case "remove": {
      const answer = await api.chat.removeField({ params: { kind, name: value("name") } });
      if (answer.status === 201) return done(from, back, "The question is removed.", "Removed");
      return refused(refusalOf(answer.body), answer.status);
    }
    default: {
      const typed: TypedField = {
        name: value("name"),
        kind: fieldKinds.find((one) => one === value("kind")) ?? "text",
        label_en: value("label_en"),
        label_sw: value("label_sw"),
        required: value("required") === "on",
        on: value("on") === "on",
        choices: value("choices"),
      };
      const choices = typed.choices.split("\n").flatMap((line) => line.trim() || []);
      const answer = await api.chat.saveField({ params, body: { ...typed, choices } });
      if (answer.status === 201) return done(from, back, "The question is saved.", "Saved");
      return refused(refusalOf(answer.body, typed), answer.status);
    }
  }
}

function refused(answer: BuilderAnswer, status: number) {
  return data(answer, { status: status === 400 || status === 406 ? 422 : status });
}
