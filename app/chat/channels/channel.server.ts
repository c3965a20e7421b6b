import { z } from "zod";
import type { Problem } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { Channel, SocialChannel } from "../../../services/social/contract";
import { ChannelForm, Sample } from "../../../services/social/contract.forms";
import { typedCheck, typedText, unknownIntent } from "../../kit/typed-fields";
import { type Admitted, act, done, expectStatus } from "../../shell/page.server";
import type { Submitted } from "../../shell/post.server";
import type { Path } from "../../sitemap";
import { connectForm } from "./channel-form";

/** What the page of a network shows: its channels, and the chosen one with what came in lately. */
export async function loadChannels({ api, url, viewer, from }: Admitted<Path>, channel: SocialChannel) {
  const channels = expectStatus(await api.social.channels({ query: { channel } }), 200).data;
  const adding = channels.length === 0 || url.searchParams.has("new");
  const asked = Number(url.searchParams.get("id") ?? channels[0]?.id);
  const chosen = adding ? undefined : channels.find(({ id }) => id === asked);
  if (!adding && !chosen) throw new Response("There is no such channel.", { status: 404 });
  const came = chosen
    ? expectStatus(await api.social.webhooks({ params: { id: chosen.id }, query: { limit: 10 } }), 200).data
    : [];
  // New secrets for one that is there.
  const again = adding ? (channels.find(({ id }) => id === Number(url.searchParams.get("id"))) ?? null) : null;
  return {
    again,
    ...{ channels, chosen: chosen ?? null, came, zone: viewer.time_zone, demo: from.settings.demo },
    leaving: chosen !== undefined && url.searchParams.has("leave"),
  };
}
export type ChannelData = Awaited<ReturnType<typeof loadChannels>>;

type Connected = { status: 201; body: { message: string; data: Channel } } | { status: number; body: Problem };
type Connect<S extends z.ZodRawShape> = {
  form: z.ZodObject<S>;
  /** Fields that never go back to the page. */
  secrets: readonly string[];
  connect(value: z.output<z.ZodObject<S>>, api: ServiceClients): Promise<Connected>;
};

/** What the page of a network posts beside the form that connects one. */
const channelForms = [
  z.object({
    intent: z.literal("change"),
    name: typedText,
    active: typedCheck,
  }),
  z.object({ intent: z.literal("rehearse"), sample: Sample.optional().catch(undefined) }),
  z.object({ intent: z.enum(["test", "leave"]) }),
] as const;

/** The action of the page of a network. */
export function channelAction<S extends z.ZodRawShape>(path: Path, connection: Connect<S>) {
  const shape = z.discriminatedUnion("intent", [connectForm(connection.form), ...channelForms], unknownIntent);
  return act(
    path,
    shape,
    async (given) => {
      const value = given.value as { intent: "connect" } | z.output<(typeof channelForms)[number]>;
      if (value.intent !== "connect") return actOnChannel(given, path, value);
      const { intent: _, ...body } = value;
      const answer = await connection.connect(body as z.output<z.ZodObject<S>>, given.api);
      if (!("data" in answer.body)) return given.refuse(answer.body);
      return done(given.from, `${path}?id=${answer.body.data.id}`, answer.body.message);
    },
    { secret: connection.secrets },
  );
}

async function actOnChannel(
  { url, api, from, refuse, stay }: Admitted<Path> & Submitted,
  path: Path,
  value: z.output<(typeof channelForms)[number]>,
) {
  const id = Number(url.searchParams.get("id") ?? 0);
  const back = `${path}?id=${id}`;
  const params = { id };
  switch (value.intent) {
    case "change": {
      const body = ChannelForm.safeParse({ name: value.name, active: value.active });
      if (!body.success) return refuse({ message: body.error.issues[0]?.message ?? "Give it a name." });
      const answer = await api.social.updateChannel({ params, body: body.data });
      return answer.status === 201 ? done(from, back, answer.body.message) : refuse(answer.body);
    }
    case "rehearse": {
      const { sample } = value;
      if (!sample) return refuse({ message: "Choose a test." });
      const answer = await api.social.rehearse({ params, body: { sample } });
      if (answer.status !== 201) return refuse(answer.body);
      return stay({ played: { sample, came: answer.body.data } });
    }
    case "test": {
      const answer = await api.social.testChannel({ params });
      return answer.status === 201 ? done(from, back, answer.body.message) : refuse(answer.body);
    }
    case "leave": {
      const answer = await api.social.disconnectChannel({ params });
      return answer.status === 201 ? done(from, path, answer.body.message) : refuse(answer.body);
    }
  }
}
