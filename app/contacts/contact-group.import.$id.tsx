// /contacts/contact-group/import/:id - the life of an import: match the columns, watch it run, see what it did
import { useActionData, useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { id } from "../../services/kit/contract";
import type { Import } from "../../services/messaging/contract.imports";
import type { ServiceClients } from "../../services/modules";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { ImportSteps } from "../kit/imports/import-labels";
import { Running } from "../kit/imports/progress";
import { parseRunReturn, withGroup } from "../kit/survey-runs/return-address";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { maySend } from "./groups/sending.server";
import { Blacklisted } from "./imports/blacklist-result";
import { importStart, MatchForm } from "./imports/mapping";
import { Match } from "./imports/match";
import { About, Done, Undone } from "./imports/outcome";

const path = "/contacts/contact-group/import/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.file.file_name ?? "Import");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const file = expectStatus(await api.messaging.import({ params: { id: params.id } }), 200);
  // The contact base of a survey that the contacts are for.
  const back = file.target === "group" ? parseRunReturn(url.searchParams.get("back")) : undefined;
  const matching = file.target === "group" && (file.state === "uploaded" || file.state === "failed");
  return {
    file,
    groups: matching
      ? expectStatus(await api.messaging.allGroups({ query: { type: back ? "sms" : "sms,airtime,email" } }), 200).data
      : [],
    group: id.safeParse(url.searchParams.get("group")).data,
    back,
    survey: back && file.state === "done" ? await findSurveyPage(api, file, back) : undefined,
    at: Date.now(),
    zone: viewer.time_zone,
    maySend: maySend(viewer),
  };
});

/** The contact base with the group chosen; null where a survey cannot ask the group. */
async function findSurveyPage(api: ServiceClients, { group_id }: Import, back: string): Promise<string | null> {
  if (group_id === null) return null;
  const group = await api.messaging.group({ params: { id: group_id } });
  return group.status === 200 && group.body.type === "sms" ? withGroup(back, group_id) : null;
}

export const action = act(path, MatchForm, async ({ api, params, url, value, refuse, from }) => {
  const answer = await api.messaging.startImport({ params: { id: params.id }, body: importStart(value) });
  if (answer.status === 201) {
    const back = parseRunReturn(url.searchParams.get("back"));
    return done(from, href(path, { id: params.id }, { back }));
  }
  const { mapping, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...errors, ...(mapping ? { columns: mapping } : {}) } });
});

export default function ImportPage() {
  const { file, groups, group, back, survey, at, zone, maySend } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { state, target } = file;
  const match = <Match key={file.id} file={file} groups={groups} group={group} back={back} last={last?.reply} />;
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={file.file_name}
        text={target === "blacklist" ? blacklistTitles[state] : titles[state]}
        back={
          back ? { label: "Contact base", to: back } : { label: "Imports", to: href("/contacts/contact-group/import") }
        }
      />
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
          {target === "blacklist" ? (
            <div>
              <LinkButton to={href("/contacts/blacklist/import")} variant="primary" size="lg" icon={Upload}>
                Send the file again
              </LinkButton>
            </div>
          ) : (
            <>
              <h2 className="text-lg font-semibold">Try it again</h2>
              {match}
            </>
          )}
        </div>
      )}
      {state === "running" && (
        <Running
          file={file}
          at={at}
          zone={zone}
          writing={target === "blacklist" ? "Writing them to the blacklist" : "Writing them into the group"}
        />
      )}
      {state === "done" &&
        (target === "blacklist" ? (
          <Blacklisted file={file} />
        ) : (
          <Done file={file} maySend={maySend} back={back} survey={survey} />
        ))}
      {state === "undone" && <Undone file={file} />}
      {state !== "uploaded" && <About file={file} zone={zone} />}
    </>
  );
}

const titles = {
  uploaded: "Say what each column is and where the contacts go. The guesses come from the headings and the first rows.",
  running: "The contacts are being read into their group.",
  done: "The contacts are in their group.",
  failed: "Nothing was changed.",
  undone: "Its contacts were taken out again.",
};

const blacklistTitles = {
  uploaded: "The numbers wait to be added to the blacklist.",
  running: "The numbers are being added to the blacklist.",
  done: "The numbers are on the blacklist and get no messages.",
  failed: titles.failed,
  undone: "Its numbers were taken off the blacklist again.",
};
