// /survey_old/import/:id - what a file of old results adds and what is refused, before and after it is added
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { parseRunId } from "../kit/survey-runs/run.server";
import { titledBy } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { addsAnything, OldAddedCounts, OldImportStatus } from "./parts/old-import";

const path = "/survey_old/import/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.file.file_name ?? "Import");

export const loader = page(path, async ({ api, params, viewer }) => ({
  file: expectStatus(await api.survey.oldImport({ params: { id: parseRunId(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, NoFields, async ({ api, params, refuse, from }) => {
  const id = parseRunId(params.id);
  const answer = await api.survey.addOldResults({ params: { id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, { id }), "Old results added");
});

export default function OldImportPage() {
  const { file, zone } = useLoaderData<typeof loader>();
  const working = useNavigation().state === "submitting";
  const { id, state, file_name, row_count, refused, reasons, created_by, created_at } = file;
  const adds = addsAnything(file);
  const checked = state === "checked";
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
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card label="What it adds" padded>
          <h2 className="mb-3 text-base font-semibold">{checked ? "What it would add" : "What it added"}</h2>
          <OldAddedCounts added={file.added} />
          {!adds && <p className="mt-3 text-quiet">{nothingText(row_count, refused)}</p>}
          {checked && adds && (
            <p className="mt-3 text-sm text-quiet">What is there already is not counted, and stays.</p>
          )}
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
      </div>
    </>
  );
}

function nothingText(rows: number, refused: number): string {
  return rows === refused ? "No row can be read, so there is nothing to add." : "All of it is there already.";
}
