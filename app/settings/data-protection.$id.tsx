// /settings/data-protection/:id - what became of one request, and its archive while that is kept
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { commas } from "../../rules/format";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { useLive } from "../kit/use-live";
import { expectStatus, page } from "../shell/page.server";
import { FoundTable } from "./privacy/found";
import { requestKindWords, requestStateWords } from "./privacy/labels";

const path = "/settings/data-protection/:id";

export const meta = titled("One person's data");

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  return { request: expectStatus(await api.identity.personRequest({ params: { id } }), 200), zone: viewer.time_zone };
});

export default function PersonRequestPage() {
  const { request, zone } = useLoaderData<typeof loader>();
  const { kind, state, label, outcome } = request;
  const working = state === "waiting" || state === "running";
  useLive(working, 1500);
  const here = href(path, { id: request.id });
  return (
    <>
      <PageHeader
        title={`${requestKindWords[kind]} of ${label}`}
        back={{ label: "Data protection", to: href("/settings/data-protection") }}
        actions={
          <>
            {working && <LinkButton to={here}>Refresh</LinkButton>}
            {request.url && (
              <LinkButton to={request.url} variant="primary" icon={Download} reloadDocument>
                Download the archive
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        <Card padded label="State" className="grid gap-2">
          <p>
            <Status kind={requestStateWords[state].kind}>{requestStateWords[state].word}</Status>
          </p>
          <p className="text-quiet">
            Requested by {request.requested_by}, <DateTime at={request.created_at} zone={zone} />.
            {request.finished_at && (
              <>
                {" "}
                Done <DateTime at={request.finished_at} zone={zone} />.
              </>
            )}
          </p>
          {request.message && <p>{request.message}</p>}
          {working && <p>You can close this page. The work continues.</p>}
          {request.url && request.expires_at && (
            <p>
              The archive can be downloaded until <DateTime at={request.expires_at} zone={zone} />, by people who are
              signed in to this account. It contains everything about a person: send it only to them.
            </p>
          )}
        </Card>
        {outcome.length > 0 && (
          <Card label="Data found">
            <CardHead
              title={kind === "erasure" ? "Outcome" : "Contents"}
              count={commas(outcome.reduce((sum, { count }) => sum + count, 0))}
              unit="records"
            />
            <FoundTable rows={outcome} outcomes={kind === "erasure"} />
          </Card>
        )}
      </div>
    </>
  );
}
