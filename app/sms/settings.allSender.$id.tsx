// /sms/settings/allSender/:id - one sender ID of any account (drawer)
import { useLoaderData } from "@remix-run/react";
import { mayOpen } from "../access";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { accountLabel, linkedPapers } from "./senders/sender-account";
import { SenderFacts } from "./senders/sender-facts";

export const loader = page("/sms/settings/allSender/:id", async ({ api, params, viewer }) => ({
  sender: expectStatus(await api.messaging.platformSender({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
  mayDecide: mayOpen(viewer, routeFor("/sms/settings/approveSender")),
}));

export default function AnySender() {
  const { sender, zone, mayDecide } = useLoaderData<typeof loader>();
  const close = href("/sms/settings/allSender");
  return (
    <Drawer
      title={sender.sender}
      close={close}
      foot={
        <>
          {mayDecide && !sender.given && (
            <LinkButton to={href("/sms/settings/approveSender/:id", { id: sender.id })} variant="primary" size="lg">
              Decide
            </LinkButton>
          )}
          <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
            Close
          </LinkButton>
        </>
      }
    >
      <SenderFacts sender={sender} papers={linkedPapers(sender)} zone={zone} account={accountLabel(sender)} />
    </Drawer>
  );
}
