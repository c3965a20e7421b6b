// /email/domains/:id/delete - the last step before a domain, its key and its addresses go
import { useActionData, useLoaderData } from "@remix-run/react";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/email/domains/:id/delete";

export const meta = titled("Remove a domain");

export const loader = page(path, async ({ api, params }) => {
  const known = id.safeParse(params.id);
  if (!known.success) throw new Response("There is no such domain.", { status: 404 });
  const [domain, senders] = await Promise.all([
    api.email.domain({ params: { id: known.data } }),
    api.email.senders({}),
  ]);
  const { id: own, domain: name, proved } = expectStatus(domain, 200);
  const at = expectStatus(senders, 200).data.filter(({ address }) => address.endsWith(`@${name}`));
  return { id: own, name, proved, addresses: at.map(({ address }) => address) };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.email.deleteDomain({ params: { id: params.id } }),
  () => ({ to: href("/email/domains"), message: "Domain removed" }),
);

export default function RemoveDomain() {
  const { id: own, name, proved, addresses } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Remove ${name}?`}
      text="No email can be sent from it any more. Added again, it gets a new key and new records."
      facts={[
        { label: "State", value: proved ? "Proved" : "Not proved" },
        { label: "Addresses", value: addresses.join(", ") || "None" },
      ]}
      submitLabel="Remove the domain"
      back={{ label: name, to: href("/email/domains/:id", { id: own }) }}
      last={useActionData<typeof action>()}
    />
  );
}
