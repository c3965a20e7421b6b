// /settings/api/:id - one API key: what it may do, and when it was used
import { useLoaderData } from "@remix-run/react";
import { keyScopes } from "../../rules/api-keys";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { keyStates } from "./api/labels";

export const meta = titledBy<typeof loader>(({ data }) => data?.key.name ?? "API key");

export const loader = page("/settings/api/:id", async ({ api, params, viewer }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  return { key: expectStatus(await api.identity.apiKey({ params: { id } }), 200), zone: viewer.time_zone };
});

export default function ApiKeyPage() {
  const { key, zone } = useLoaderData<typeof loader>();
  const { word, kind } = keyStates[key.state];
  const when = (at: string | null, otherwise: string) => (at ? <DateTime at={at} zone={zone} /> : otherwise);
  return (
    <>
      <PageHeader
        title={key.name}
        back={{ label: "API keys", to: href("/settings/api") }}
        actions={
          key.state === "active" && (
            <LinkButton to={href("/settings/api/:id/revoke", { id: key.id })} variant="danger">
              Revoke
            </LinkButton>
          )
        }
      />
      <Card padded label="API key" className="max-w-[720px]">
        <DescriptionList
          facts={[
            { label: "State", value: <Status kind={kind}>{word}</Status> },
            { label: "Key", value: `${key.starts_with}…`, note: "The rest is not kept." },
            { label: "May", value: key.scopes.map((scope) => keyScopes[scope].label).join(", ") },
            { label: "Created", value: when(key.created_at, ""), note: key.created_by },
            { label: "Last used", value: when(key.last_used_at, "Never"), note: key.last_used_by },
            { label: "Expires", value: when(key.expires_at, "Never") },
            ...(key.revoked_at ? [{ label: "Revoked", value: when(key.revoked_at, ""), note: key.revoked_by }] : []),
          ]}
        />
      </Card>
    </>
  );
}
