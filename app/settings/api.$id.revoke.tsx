// /settings/api/:id/revoke - the last step before a key ends
import { useActionData, useLoaderData } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { keyScopes } from "../../rules/api-keys";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/settings/api/:id/revoke";
const numberOf = (id: string) => idOf.safeParse(id).data ?? 0;

export const meta = titled("Revoke an API key");

export const loader = page(path, async ({ api, params, viewer }) => ({
  key: expectStatus(await api.identity.apiKey({ params: { id: numberOf(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.identity.revokeApiKey({ params: { id: numberOf(params.id) } }),
  ({ name }) => ({ to: href("/settings/api"), message: `The key ${name} was revoked.` }),
);

export default function RevokeApiKey() {
  const { key, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Revoke ${key.name}?`}
      text="Programs that use it are refused at once. A revoked key can't be used again."
      facts={[
        { label: "Key", value: `${key.starts_with}…` },
        { label: "May", value: key.scopes.map((scope) => keyScopes[scope].label).join(", ") },
        {
          label: "Last used",
          value: key.last_used_at ? <DateTime at={key.last_used_at} zone={zone} /> : "Never",
          note: key.last_used_by,
        },
      ]}
      submitLabel="Revoke the key"
      icon={KeyRound}
      back={{ label: key.name, to: href("/settings/api/:id", { id: key.id }) }}
      last={last}
    />
  );
}
