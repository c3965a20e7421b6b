import { redirect } from "@remix-run/node";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import type { ComposeFlow, OwnChoices, SenderChoice } from "../../kit/compose/channel";
import type { BlastDraft } from "../../kit/compose/compose";
import { copied, draftFrom, emptyDraft, idIn } from "../../kit/compose/start.server";
import type { Admitted } from "../../shell/page.server";
import { expectStatus } from "../../shell/page.server";

type StartRequest = Pick<Admitted<"/email/bulk">, "api" | "url" | "viewer">;

/** As many as a list to choose from bears; the newest. */
const mostTemplates = 100;

/** What a new e-mail begins with: empty, from a template, or an earlier one written again. */
export async function startEmail(
  flow: ComposeFlow,
  { api, url, viewer }: StartRequest,
): Promise<{
  draft: BlastDraft;
  copy: BlastDetail | undefined;
  choices: OwnChoices;
  senders: SenderChoice[];
}> {
  const [templates, lists, allSenders, copy] = await Promise.all([
    api.email.templates({ query: { per_page: mostTemplates } }),
    flow.kind === "bulk" ? api.email.mailLists({}) : undefined,
    flow.channel.calls(api).senders({}),
    copied(flow, api, url),
  ]);
  if (copy && flow.channel.flowOf(copy).begin !== flow.begin)
    throw redirect(`${href(flow.channel.flowOf(copy).begin)}${url.search}`);
  const senders = expectStatus(allSenders, 200).data;
  const choices = templates.status === 200 ? templates.body.data : [];
  const asked = choices.find(({ id }) => id === idIn(url, "template"));
  const now = new Date();
  const more = {
    subject: asked?.subject ?? "",
    preheader: "",
    template_id: asked ? String(asked.id) : "",
    mail_list: "",
  };
  const empty: BlastDraft = { ...emptyDraft(senders, viewer.time_zone, now), more, files: [] };
  const draft = copy ? draftFrom(copy, { empty, url, zone: viewer.time_zone, now }) : empty;
  const listed = lists?.status === 200 ? lists.body.data : [];
  // An archived list of an earlier email stays chosen, and is refused in words: else it would go to everyone.
  const offered = listed.filter(({ id, archived_at }) => !archived_at || String(id) === draft.more?.mail_list);
  return {
    ...{ draft, copy, senders },
    choices: [
      ...choices.map(({ id, name }) => ({ id, name })),
      ...offered.map(({ id, name }) => ({ id, name, list: true as const })),
    ],
  };
}
