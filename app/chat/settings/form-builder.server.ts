import { z } from "zod";
import { fieldKinds } from "../../../rules/chat-forms";
import type { ChatForm } from "../../../services/chat/contract.forms";
import type { ServiceClients } from "../../../services/modules";
import { href } from "../../href";
import { deleteAction } from "../../kit/delete.server";
import { redirectOldQuery } from "../../kit/old-query.server";
import { typedCheck, typedLines, typedText, unknownIntent } from "../../kit/typed-fields";
import { type Admitted, act, done, expectStatus, type FormRequest } from "../../shell/page.server";
import type { TypedField } from "./field-drawer";

type Kind = ChatForm["kind"];
type FormPath = `/chat/settings/${Kind}`;
type FieldPath = `${FormPath}/:name`;

const emptyField: TypedField = {
  ...{ name: "", kind: "text", label_en: "", label_sw: "", choices: "" },
  ...{ required: false, on: true },
};

/** A form with its questions. */
export async function loadForm<P extends FormPath>({ api, url }: Admitted<P>, kind: Kind) {
  redirectOldQuery(url, {
    edit: (name) => href(`/chat/settings/${kind}/:name`, { name }),
    remove: (name) => href(`/chat/settings/${kind}/:name/delete`, { name }),
  });
  return {
    form: expectStatus(await api.chat.chatForm({ params: { kind } }), 200),
    language: url.searchParams.get("language") === "sw" ? ("sw" as const) : ("en" as const),
  };
}

async function fieldAt(api: ServiceClients, kind: Kind, name: string) {
  const form = expectStatus(await api.chat.chatForm({ params: { kind } }), 200);
  const field = form.fields.find((one) => one.name === name);
  if (!field) throw new Response("There is no such question.", { status: 404 });
  return field;
}

/** The question of the URL as its form has it. A question is called "new" in the URL only until it is saved. */
export async function loadField(
  { api, params }: { api: ServiceClients; params: { name: string } },
  kind: Kind,
): Promise<{ held: TypedField }> {
  if (params.name === "new") return { held: emptyField };
  const field = await fieldAt(api, kind, params.name);
  return { held: { ...field, choices: field.choices.join("\n") } };
}

const FieldForm = z.object({
  kind: z.enum(fieldKinds).catch("text"),
  ...{ label_en: typedText, label_sw: typedText, choices: typedLines },
  ...{ required: typedCheck, on: typedCheck },
});

/** The action that saves a question. */
export function fieldAction(path: FieldPath, kind: Kind) {
  return act(path, FieldForm, async ({ api, params, from, value, refuse }) => {
    const name = params.name === "new" ? "" : params.name;
    const answer = await api.chat.saveField({ params: { kind }, body: { name, ...value } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, href(`/chat/settings/${kind}`), "The question is saved.", "Saved");
  });
}

export async function loadRemoval({ api, params }: { api: ServiceClients; params: { name: string } }, kind: Kind) {
  return { field: await fieldAt(api, kind, params.name) };
}

/** The action that removes a question. */
export function removalAction(path: `${FieldPath}/delete`, kind: Kind) {
  return deleteAction(
    path,
    ({ api, params }) => api.chat.removeField({ params: { kind, name: params.name } }),
    () => ({ to: href(`/chat/settings/${kind}`), message: "The question is removed.", title: "Removed" }),
  );
}

/** What the page of a form posts itself: whether it is asked, its words, and the order of its questions. */
export const BuilderForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("settings"),
      ...{ active: typedCheck, comment: typedCheck, title_en: typedText, title_sw: typedText },
    }),
    z.object({ intent: z.literal("rank"), names: typedText }),
  ],
  unknownIntent,
);

export async function changeForm(
  { api, value, from, refuse }: Pick<FormRequest<FormPath, typeof BuilderForm>, "api" | "value" | "from" | "refuse">,
  kind: Kind,
) {
  const back = href(`/chat/settings/${kind}`);
  const params = { kind };
  if (value.intent === "rank") {
    const answer = await api.chat.rankFields({ params, body: { names: value.names.split(",").filter(Boolean) } });
    return answer.status === 201 ? done(from, back) : refuse(answer.body);
  }
  const { intent: _, ...body } = value;
  const answer = await api.chat.saveChatForm({ params, body });
  return answer.status === 201 ? done(from, back, "The form is saved.", "Saved") : refuse(answer.body);
}
