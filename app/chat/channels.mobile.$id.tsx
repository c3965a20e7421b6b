// /chat/channels/mobile/:id - a mobile app: its key, its pushes, its identity secret
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Pencil } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { SandboxLink } from "../kit/sandbox-link";
import { titledBy } from "../kit/title";
import { typedText, unknownIntent } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AppFacts, IdentityCard } from "./mobile/mobile-cards";
import { PushCard } from "./mobile/push-card";

const path = "/chat/channels/mobile/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.app.name ?? "Mobile app");

export const loader = page(path, async ({ api, params, viewer, from }) => ({
  app: expectStatus(await api.webchat.mobileApp({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
  demo: from.settings.demo,
}));

const Shape = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("secret") }),
    z.object({ intent: z.literal("firebase"), key: typedText }),
    z.object({ intent: z.literal("push"), push: z.enum(["off", "plain", "text"]).default("plain") }),
    z.object({ intent: z.literal("test"), token: typedText }),
    z.object({ intent: z.literal("disconnect") }),
  ],
  unknownIntent,
);

export const action = act(
  path,
  Shape,
  async ({ api, params: given, value, refuse, stay, from }) => {
    const params = { id: Number(given.id) };
    if (value.intent === "secret") {
      const answer = await api.webchat.newIdentitySecret({ params });
      return answer.status === 201 ? stay({ secret: answer.body.secret }) : refuse(answer.body, { secret: "" });
    }
    const push = value.intent === "push" ? value.push : "off";
    const answer =
      value.intent === "firebase"
        ? await api.webchat.connectFirebase({ params, body: { key: value.key } })
        : value.intent === "push"
          ? await api.webchat.changePush({ params, body: { active: push !== "off", with_text: push === "text" } })
          : value.intent === "test"
            ? await api.webchat.testPush({ params, body: { token: value.token } })
            : await api.webchat.disconnectFirebase({ params });
    return answer.status === 201
      ? done(from, href(path, params), answer.body.message)
      : refuse(answer.body, { secret: "" });
  },
  { secret: ["key"] },
);

const fieldIds: Record<string, string> = { key: "mobile-key", token: "mobile-token", push: "mobile-push" };

export default function MobileAppPage() {
  const { app, zone, demo } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, name, key } = app;
  return (
    <div className="grid max-w-[860px] grid-cols-1 gap-4">
      <PostResult last={last} idOf={(field) => fieldIds[field]} />
      <PageHeader
        title={name}
        text="A mobile app with live chat."
        back={{ label: "Mobile apps", to: href("/chat/channels/mobile") }}
        actions={
          <>
            <LinkButton to={href("/chat/channels/mobile/guide")}>Developer guide</LinkButton>
            <LinkButton to={href("/chat/channels/mobile/:id/delete", { id })}>Disconnect</LinkButton>
            <LinkButton to={href("/chat/channels/mobile/:id/change", { id })} icon={Pencil} preventScrollReset>
              Change
            </LinkButton>
          </>
        }
      />
      <AppFacts app={app} zone={zone} />
      {demo && (
        <SandboxLink to="/sandbox/mobile" back={href(path, { id })} more={{ a: key }}>
          Sandbox: open the app on a phone
        </SandboxLink>
      )}
      <PushCard app={app} zone={zone} last={last} demo={demo} />
      <IdentityCard app={app} zone={zone} secret={last && "secret" in last ? last.secret : undefined} />
      <Outlet />
    </div>
  );
}
