// /sms/settings/sender/:id - one sender ID: what each network says, its papers (drawer)
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { expectStatus, page } from "../shell/page.server";
import { SenderFacts } from "./senders/sender-facts";

export const loader = page("/sms/settings/sender/:id", async ({ api, params, viewer }) => ({
  sender: expectStatus(await api.messaging.sender({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export default function OneSenderId() {
  const { sender, zone } = useLoaderData<typeof loader>();
  const close = href("/sms/settings/sender");
  const open = !sender.given && sender.networks.some(({ status }) => status !== "approved");
  const refused = sender.networks.some(({ status }) => status === "rejected" || status === "suspended");
  return (
    <Drawer
      title={sender.sender}
      close={close}
      foot={
        <>
          {open && (
            <LinkButton
              to={href("/sms/settings/sender/new", undefined, { again: sender.id })}
              variant="primary"
              size="lg"
              preventScrollReset
            >
              {refused ? "Request again" : "Change the request"}
            </LinkButton>
          )}
          <LinkButton to={close} size="lg" variant="ghost" preventScrollReset>
            Close
          </LinkButton>
        </>
      }
    >
      <SenderFacts sender={sender} papers={sender.papers} zone={zone} />
    </Drawer>
  );
}
