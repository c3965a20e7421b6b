// /ticketing/settings/sla/dispositions/:id - what a disposition brings: policy, priority, contacts, members (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, expectStatus, page } from "../shell/page.server";
import { changeDisposition, DispositionForm } from "./dispositions/disposition.server";
import { DispositionDrawer } from "./dispositions/disposition-drawer";
import { loadChoices } from "./kit/choices.server";

const path = "/ticketing/settings/sla/dispositions/:id";

export const loader = page(path, async ({ api, params }) => {
  const [setups, choices] = await Promise.all([api.ticketing.listDispositionContacts({}), loadChoices(api)]);
  const all = expectStatus(setups, 200).data;
  const setup = all.find((one) => String(one.disposition_id) === params.id);
  if (!setup) throw new Response("There is no such disposition.", { status: 404 });
  return { setup, parent: all.find((one) => one.disposition_id === setup.parent_id)?.disposition, choices };
});

export const action = act(path, DispositionForm, changeDisposition);

export default function DispositionPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <DispositionDrawer
      key={loaded.setup.disposition_id}
      {...loaded}
      close={href("/ticketing/settings/sla/dispositions")}
      last={useActionData<typeof action>()}
    />
  );
}
