// /crm/import/:id - the life of an import: match the columns, watch it run, see what it did
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { ImportSteps } from "../kit/imports/import-labels";
import { Running } from "../kit/imports/progress";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { Match } from "./imports/match";
import { importStart, MatchFields } from "./imports/match-form";
import { About, Done, Undone } from "./imports/outcome";
import { fetchFields } from "./record/record.server";

const path = "/crm/import/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.file.file_name ?? "Import");

export const loader = page(path, async ({ api, params, viewer }) => {
  const [file, managers] = await Promise.all([
    api.crm.recordImport({ params: { id: params.id } }),
    api.crm.salesManagers({}),
  ]);
  const found = expectStatus(file, 200);
  return {
    file: found,
    custom: await fetchFields(api, found.kind),
    managers: managers.status === 200 ? managers.body.data : [],
    viewer: String(viewer.id),
    at: Date.now(),
    zone: viewer.time_zone,
  };
});

export const action = act(path, MatchFields, async ({ api, params, value, refuse, from }) => {
  const answer = await api.crm.startRecordImport({ params: { id: params.id }, body: importStart(value) });
  if (answer.status === 201) return done(from, href(path, { id: params.id }));
  const { mapping, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...errors, ...(mapping ? { columns: mapping } : {}) } });
});

const texts = {
  uploaded: "Say what each column is. The guesses come from the headings and the first rows.",
  running: "The rows are being read into the CRM.",
  done: "The rows are in the CRM.",
  failed: "Nothing was changed.",
  undone: "What it had added was taken out again.",
};

export default function ImportPage() {
  const { file, custom, managers, viewer, at, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { state } = file;
  const match = <Match key={file.id} file={file} custom={custom} managers={managers} viewer={viewer} last={last} />;
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "columns" ? "columns-0" : name)} />
      <PageHeader title={file.file_name} text={texts[state]} back={{ label: "Imports", to: href("/crm/import") }} />
      {state === "uploaded" && (
        <>
          <ImportSteps now={1} />
          {match}
        </>
      )}
      {state === "failed" && (
        <div className="grid gap-4">
          <div className="card">
            <EmptyState kind="failed" title="The import failed and changed nothing" text={file.message} />
          </div>
          <h2 className="text-lg font-semibold">Try it again</h2>
          {match}
        </div>
      )}
      {state === "running" && (
        <Running file={{ ...file, repeated: file.duplicate }} at={at} zone={zone} writing="Writing them into the CRM" />
      )}
      {state === "done" && <Done file={file} now={at} zone={zone} />}
      {state === "undone" && <Undone file={file} />}
      {state !== "uploaded" && <About file={file} zone={zone} />}
    </>
  );
}
