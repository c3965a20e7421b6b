// /ticketing/settings/email/mailbox/:id/disconnect - the last step before a mailbox is disconnected
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Unplug } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { loadMailbox } from "./settings/mailbox.server";

const path = "/ticketing/settings/email/mailbox/:id/disconnect";

export const meta = titled("Disconnect mailbox");

export const loader = page(path, async ({ api, params }) => ({ known: await loadMailbox(api, params.id) }));

export const action = act(path, z.object({}), async ({ api, params, from, refuse }) => {
  const answer = await api.social.disconnectMailbox({ params: { id: Number(params.id) || 0 } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/ticketing/settings/email"), answer.body.message);
});

export default function DisconnectMailbox() {
  const { known } = useLoaderData<typeof loader>();
  const working = useNavigation().state !== "idle";
  const here = href("/ticketing/settings/email/mailbox/:id", { id: known.id });
  return (
    <div className="max-w-[760px]">
      <PostResult last={useActionData<typeof action>()} />
      <PageHeader
        title={`Disconnect ${known.address}?`}
        text="Nothing is received or sent by it any more, and its passwords are removed. Tickets are kept."
        back={{ label: known.address, to: here }}
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Unplug} working={working}>
          Disconnect
        </Button>
        <LinkButton to={here} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}
