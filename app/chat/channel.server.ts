import { data } from "@remix-run/node";
import type { z } from "zod";
import type { Problem } from "../../services/kit/contract";
import type { Channel, SocialChannel } from "../../services/social/contract";
import { ChannelForm, Sample } from "../../services/social/contract.forms";
import { formOf } from "../shell/form.server";
import { type Admitted, done, expectStatus, warn } from "../shell/page.server";
import { secretForm } from "../shell/secret-form.server";
import type { Path } from "../sitemap";

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
export type Loaded = Awaited<ReturnType<typeof loadChannels>>;

type Connected = { status: 201; body: { message: string; data: Channel } } | { status: number; body: Problem };
type Connect<S extends z.ZodType> = {
  form: S;
  /** Fields that never go back to the page. */
  secrets: string[];
  connect(value: z.output<S>): Promise<Connected>;
};

/** What is posted to the page of a network: `?do=` says what for. */
export async function actOnChannel<S extends z.ZodType>(given: Admitted<Path>, path: string, way: Connect<S>) {
  const { url, api, from, request } = given;
  const id = Number(url.searchParams.get("id") ?? 0);
  const back = `${path}?id=${id}`;
  const said = ({ status, body }: { status: number; body: { message: string } }) =>
    status === 201 ? done(from, back, body.message) : warn(body.message);
  switch (url.searchParams.get("do")) {
    case "connect": {
      const posted = await secretForm(request, way.form, way.secrets);
      if ("refused" in posted) return posted.refused;
      const answer = await way.connect(posted.value);
      if (!("data" in answer.body)) return posted.refuse(answer.body);
      return done(from, `${path}?id=${answer.body.data.id}`, answer.body.message);
    }
    case "change": {
      const posted = await formOf(request);
      const body = ChannelForm.safeParse({ name: posted.get("name") ?? "", active: posted.get("active") === "on" });
      if (!body.success) return warn(body.error.issues[0]?.message ?? "Give it a name.");
      return said(await api.social.updateChannel({ params: { id }, body: body.data }));
    }
    case "test":
      return said(await api.social.testChannel({ params: { id } }));
    case "rehearse": {
      const sample = Sample.safeParse((await formOf(request)).get("sample"));
      if (!sample.success) return warn("Choose a test.");
      const answer = await api.social.rehearse({ params: { id }, body: { sample: sample.data } });
      if (answer.status !== 201) return warn(answer.body.message);
      return data({ played: { sample: sample.data, came: answer.body.data } });
    }
    case "leave": {
      const answer = await api.social.disconnectChannel({ params: { id } });
      return answer.status === 201 ? done(from, path, answer.body.message) : warn(answer.body.message);
    }
    default:
      throw new Response("This action is not available here.", { status: 400 });
  }
}
