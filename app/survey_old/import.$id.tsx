// /survey_old/import/:id - a file of old results: being read, what it adds and what is refused, before and after it is added
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { commas } from "../../rules/format";
import type { OldImport } from "../../services/survey/contract.old";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { Running } from "../kit/imports/progress";
import { PostResult } from "../kit/post-result";
import { parseRunId } from "../kit/survey-runs/run.server";
import { titledBy } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { addsAnything, OldAddedCounts, OldImportStatus } from "./parts/old-import";

const path = "/survey_old/import/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.file.file_name ?? "Import");

export const loader = page(path, async ({ api, params, viewer }) => ({
  file: expectStatus(await api.survey.oldImport({ params: { id: parseRunId(params.id) } }), 200),
  zone: viewer.time_zone,
  at: Date.now(),
}));

export const action = act(path, NoFields, async ({ api, params, refuse, from }) => {
  const id = parseRunId(params.id);
  const answer = await api.survey.addOldResults({ params: { id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, { id }), "The old results are being added");
});

export default function OldImportPage() {
  const { file, zone, at } = useLoaderData<typeof loader>();
  const { state, file_name, row_count, created_by, created_at } = file;
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <PageHeader
        title={file_name}
        back={{ label: "Imports", to: href("/survey_old/import") }}
        text={
          <span className="flex flex-wrap gap-x-4">
            <OldImportStatus state={state} />
            <span>{row_count === 1 ? "1 row" : `${commas(row_count)} rows`}</span>
            <span>
              {created_by && `${created_by}, `}
              <DateTime at={created_at} zone={zone} />
            </span>
          </span>
        }
      />
      {state === "failed" ? (
        <FailedFile {...file} />
      ) : state === "reading" || state === "adding" ? (
        <Running
          key={state}
          file={{ rows_read: row_count, refused: file.refused, repeated: 0 }}
          at={at}
          zone={zone}
          writing={state === "reading" ? "Comparing them with what is there" : "Adding them to the old surveys"}
        />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <WhatItAdds {...file} />
          <RefusedRows {...file} />
        </div>
      )}
    </>
  );
}

function FailedFile({ id, message }: OldImport) {
  return (
    <div className="card">
      <EmptyState
        kind="failed"
        title="The file could not be read, and nothing was added"
        text={message}
        actions={
          <>
            <LinkButton to={href("/survey_old/import/new")} variant="primary">
              Send another file
            </LinkButton>
            <LinkButton to={href("/survey_old/import/:id/remove", { id })}>Discard the file</LinkButton>
          </>
        }
      />
    </div>
  );
}

function WhatItAdds(file: OldImport) {
  const working = useNavigation().state === "submitting";
  const { id, state, row_count, refused } = file;
  const adds = addsAnything(file);
  const checked = state === "checked";
  return (
    <Card label="What it adds" padded>
      <h2 className="mb-3 text-base font-semibold">{checked ? "What it would add" : "What it added"}</h2>
      <OldAddedCounts added={file.added} />
      {!adds && <p className="mt-3 text-quiet">{nothingText(row_count, refused)}</p>}
      {checked && adds && <p className="mt-3 text-sm text-quiet">What is there already is not counted, and stays.</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {checked && adds && (
          <Form method="post">
            <Button variant="primary" size="lg" working={working}>
              Add these results
            </Button>
          </Form>
        )}
        {!checked && (
          <LinkButton to={href("/survey_old")} variant="primary" size="lg">
            Open the old surveys
          </LinkButton>
        )}
        <LinkButton to={href("/survey_old/import/:id/remove", { id })} size="lg">
          {checked ? "Discard the file" : "Remove the import"}
        </LinkButton>
      </div>
    </Card>
  );
}

function RefusedRows({ id, refused, row_count, reasons }: OldImport) {
  return (
    <Card label="Refused rows">
      <CardHead title="Refused rows" count={commas(refused)} unit={`of ${commas(row_count)}`} />
      {refused === 0 ? (
        <p className="p-4 text-quiet">Every row can be read.</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {reasons.map(({ reason, count, line }) => (
              <li key={reason} className="flex justify-between gap-4 px-4 py-2.5">
                <span className="wrap-anywhere">{reason}</span>
                <span className="num shrink-0 text-quiet">
                  {count === 1 ? `line ${line}` : `${commas(count)} rows, first in line ${line}`}
                </span>
              </li>
            ))}
          </ul>
          <p className="border-t border-line p-4">
            <LinkButton to={href("/survey_old/import/:id/refused", { id })}>See and export these rows</LinkButton>
          </p>
        </>
      )}
    </Card>
  );
}

function nothingText(rows: number, refused: number): string {
  return rows === refused ? "No row can be read, so there is nothing to add." : "All of it is there already.";
}
