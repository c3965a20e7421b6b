// /chat/channels/mobile/:id - a mobile app: its key, its users, its identity secret
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Pencil } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, expectStatus, page } from "../shell/page.server";
import { AppFacts, IdentityCard } from "./mobile/mobile-cards";

const path = "/chat/channels/mobile/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.app.name ?? "Mobile app");

export const loader = page(path, async ({ api, params, viewer }) => ({
  app: expectStatus(await api.webchat.mobileApp({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

const Shape = z.discriminatedUnion("intent", [z.object({ intent: z.literal("secret") })], unknownIntent);

export const action = act(path, Shape, async ({ api, params, refuse, stay }) => {
  const answer = await api.webchat.newIdentitySecret({ params: { id: Number(params.id) } });
  return answer.status === 201 ? stay({ secret: answer.body.secret }) : refuse(answer.body, { secret: "" });
});

export default function MobileAppPage() {
  const { app, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, name } = app;
  return (
    <div className="grid max-w-[860px] grid-cols-1 gap-4">
      <PostResult last={last} />
      <PageHeader
        title={name}
        text="A mobile app with live chat."
        back={{ label: "Mobile apps", to: href("/chat/channels/mobile") }}
        actions={
          <>
            <LinkButton to={href("/chat/channels/mobile/:id/delete", { id })}>Disconnect</LinkButton>
            <LinkButton to={href("/chat/channels/mobile/:id/change", { id })} icon={Pencil} preventScrollReset>
              Change
            </LinkButton>
          </>
        }
      />
      <AppFacts app={app} zone={zone} />
      <IdentityCard app={app} zone={zone} secret={last && "secret" in last ? last.secret : undefined} />
      <Outlet />
    </div>
  );
}
