// /chat/settings/canned-responses/:id - a canned reply, or a new one (drawer)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { cannedScopes } from "../../services/chat/contract.canned";
import type { ServiceClients } from "../../services/modules";
import { href } from "../href";
import type { KeptFile } from "../kit/file-upload";
import { keepTyped } from "../kit/refused-post";
import { typedList, typedText } from "../kit/typed-fields";
import { act, done, expectStatus, page } from "../shell/page.server";
import { CannedDrawer } from "./canned/canned-drawer";
import { typedCanned } from "./canned/canned-form";
import { managesChat, numberIn } from "./settings/settings.server";

const path = "/chat/settings/canned-responses/:id";

export const loader = page(path, async ({ api, params, viewer }) => {
  const [one, teams] = await Promise.all([
    params.id === "new" ? undefined : cannedAt(api, params.id),
    api.identity.teams({}),
  ]);
  return {
    held: typedCanned(one),
    mayChange: one ? one.mine : true,
    manages: managesChat(viewer),
    teams: teams.status === 200 ? teams.body.data.map(({ id, name }) => ({ value: String(id), label: name })) : [],
  };
});

/** What is opened may be outside the filter of the list. */
async function cannedAt(api: ServiceClients, at: string) {
  const all = expectStatus(await api.chat.cannedResponses({}), 200).data;
  const one = all.find(({ id }) => String(id) === at);
  if (!one) throw new Response("There is no such canned reply.", { status: 404 });
  return one;
}

const CannedFields = z.object({
  scope: z.enum(cannedScopes).catch("own"),
  ...{ team: typedText, title: typedText, shortcut: typedText, text_en: typedText, text_sw: typedText },
  file_id: typedList,
});

export const action = act(
  path,
  CannedFields,
  async ({ api, params, from, value, files: posted, refuse }) => {
    const { file_id: chosen, scope, team, ...texts } = value;
    const id = numberIn(params.id);
    const had = "id" in id ? (await cannedAt(api, params.id)).files.filter((file) => chosen.includes(file.id)) : [];
    // The reply's own files: another's who made it, they can't be asked for one by one.
    const files: KeptFile[] = [...had, ...posted.filter((file) => !had.some((one) => one.id === file.id))];
    const answer = await api.chat.saveCanned({
      body: { ...id, ...texts, scope, team: scope === "team" ? team : "", file_ids: files.map((file) => file.id) },
    });
    const list = href("/chat/settings/canned-responses");
    if (answer.status === 201) return done(from, list, `${answer.body.title} is saved.`, "Saved");
    const { file_ids, ...errors } = answer.body.errors ?? {};
    return refuse({ ...answer.body, errors: file_ids ? { ...errors, files: file_ids } : errors }, { files });
  },
  { files: "chat" },
);

export default function CannedReply() {
  const { held, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const { files, ...texts } = held;
  return (
    <CannedDrawer
      key={held.id}
      typed={{ ...keepTyped(last, texts), files: last?.files ?? files }}
      last={last}
      close={href("/chat/settings/canned-responses") + search}
      {...loaded}
    />
  );
}
