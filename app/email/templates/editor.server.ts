import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type Block, blockKinds, emptyBlock, maxBlocks, movedBlock } from "../../../rules/email-blocks";
import type { BlockShape } from "../../../services/email/contract.schemas";
import { id } from "../../../services/kit/contract";
import { href } from "../../href";
import { act, done } from "../../shell/page.server";
import type { TemplateDraft } from "./editor";

type EditorPath = "/email/template/new" | "/email/template/:id";

/** How long a text may be is judged when the template is saved: a refusal then has the form with all its blocks. */
const typed = z.string().default("");

/** A block as the form has it; what it should not have is left out. */
const blockForm = z.object({
  kind: z.enum(blockKinds),
  ...{ text: typed, left: typed, right: typed },
  ...{ file: typed, alt: typed, link: typed, label: typed },
});

/** Every button of the editor but Save only changes the form. `do` says to which block: "up 2", "add text". */
const Editor = z.object({
  intent: z.string().max(40).default("save"),
  ...{ name: typed, subject: typed, preheader: typed, text: typed },
  blocks: z.array(blockForm).max(maxBlocks, `At most ${maxBlocks} blocks.`).default([]),
});
type EditorForm = z.output<typeof Editor>;

function blockIn(given: EditorForm["blocks"][number]): Block {
  const { kind, text, left, right, file, alt, link, label } = given;
  if (kind === "heading" || kind === "text") return { kind, text };
  if (kind === "picture") return { kind, file: z.uuid().safeParse(file).data ?? "", alt, link: link.trim() };
  if (kind === "button") return { kind, label, link: link.trim() };
  return kind === "columns" ? { kind, left, right } : { kind };
}

/** The blocks after a button that changes them; nothing when it is none of these. */
function changed(blocks: Block[], intent: string, files: readonly { id: string }[]): Block[] | undefined {
  const [what, which = ""] = intent.split(" ");
  const at = Number(which);
  if (what === "pictures")
    return [...blocks, ...files.map(({ id: file }): Block => ({ kind: "picture", file, alt: "", link: "" }))];
  if (what === "add") {
    const kind = blockKinds.find((one) => one === which);
    return kind ? [...blocks, emptyBlock(kind)] : blocks;
  }
  if (what === "up") return movedBlock(blocks, at, -1);
  if (what === "down") return movedBlock(blocks, at, 1);
  return what === "remove" ? blocks.filter((_, place) => place !== at) : undefined;
}

/** Where the errors of the blocks stand in the form: `blocks.2.link` is `blocks[2].link`. */
function placed(errors: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [
      name.replace(/^blocks\.(\d+)\.?(\w*)$/, (_, at, field) => `blocks[${at}]${field ? `.${field}` : ""}`),
      words,
    ]),
  );
}

/** The action of the editor: changes the form, or keeps the template. */
export function editorAction(path: EditorPath) {
  return act(
    path,
    Editor,
    async ({ api, params, value, files, from, refuse, stay }) => {
      const { intent, ...form } = value;
      const blocks = form.blocks.map(blockIn);
      const next = changed(blocks, intent, files)?.slice(0, maxBlocks);
      if (next) return stay({ draft: { ...form, blocks: next } satisfies TemplateDraft });
      // Pictures that were chosen and not added yet belong to it as well.
      const pictures = changed(blocks, "pictures", files)?.slice(0, maxBlocks) ?? blocks;
      const body = { ...form, blocks: pictures as z.input<typeof BlockShape>[] };
      const known = "id" in params ? id.safeParse(params.id).data : undefined;
      const answer =
        path === "/email/template/new"
          ? await api.email.createTemplate({ body })
          : await api.email.updateTemplate({ params: { id: known ?? 0 }, body });
      if (answer.status !== 201)
        return refuse(
          { ...answer.body, errors: placed(answer.body.errors) },
          { draft: { ...form, blocks: pictures } satisfies TemplateDraft },
        );
      const saved = { id: answer.body.id };
      if (intent === "preview") return redirect(href("/email/template/:id/preview", saved));
      return done(from, href("/email/template/:id", saved), `${answer.body.name} was saved.`);
    },
    { files: "email" },
  );
}
