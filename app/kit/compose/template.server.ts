import type { Template } from "../../../services/messaging/contract.templates";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import type { ComposeChannel } from "./channel";
import type { BlastDraft } from "./compose";
import { idIn } from "./start.server";

/** As many as a list to choose from bears; the newest. An older one is used from its own page. */
const most = 100;

export type TemplateChoice = Pick<Template, "id" | "name" | "body" | "body_sw">;

/** The account's templates of a channel to start from; none when they can't be read, for a message is written without them too. */
export async function templatesFor(
  channel: ComposeChannel,
  api: ServiceClients,
  url: URL,
): Promise<{ templates: TemplateChoice[]; asked?: number }> {
  const asked = idIn(url, "template");
  const answer = await api.messaging.templates({ query: { channel: channel.template, per_page: most } });
  const templates =
    answer.status === 200 ? answer.body.data.map(({ id, name, body, body_sw }) => ({ id, name, body, body_sw })) : [];
  if (asked === undefined || templates.some(({ id }) => id === asked)) return chosen(templates, asked);
  const older = await findTemplate(channel, api, asked);
  return older ? chosen([older, ...templates], asked) : { templates };
}

function chosen(templates: TemplateChoice[], asked: number | undefined) {
  return asked === undefined ? { templates } : { templates, asked };
}

/** A template that a message may begin with, or nothing: one of another channel is none. */
export async function findTemplate(
  channel: ComposeChannel,
  api: ServiceClients,
  id: number,
): Promise<TemplateChoice | undefined> {
  const answer = await api.messaging.template({ params: { id } });
  if (answer.status !== 200 || answer.body.channel !== channel.template) return undefined;
  const { name, body, body_sw } = answer.body;
  return { id, name, body, body_sw };
}

/** The draft with the text of the template that the URL asks for; all else stays. */
export function begun(
  draft: BlastDraft,
  { templates, asked }: { templates: TemplateChoice[]; asked?: number },
): BlastDraft {
  const template = templates.find(({ id }) => id === asked);
  return template ? { ...draft, body: template.body } : draft;
}
