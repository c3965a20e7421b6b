// /survey/:uuid/versions - the versions of a survey, and what is different between two of them (?before=&after=)
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { GitCompareArrows } from "lucide-react";
import { z } from "zod";
import { draftVersion } from "../../services/survey/contract.versions";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { DifferenceList } from "./versions/difference-list";
import { VersionTable } from "./versions/version-table";

const path = "/survey/:uuid/versions";

export const meta = titledBy<typeof loader>(({ data }) => `Versions of ${data?.survey.title ?? "a survey"}`);

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const [answer, listed] = await Promise.all([api.survey.survey({ params }), api.survey.surveyVersions({ params })]);
  const survey = expectStatus(answer, 200);
  const versions = expectStatus(listed, 200).data;
  /** A version that there is, or what is shown in its place. */
  const chosen = (name: string, otherwise: number) => {
    const wanted = url.searchParams.get(name);
    const known = [draftVersion, ...versions.map(({ version }) => version)];
    return known.find((version) => String(version) === wanted) ?? otherwise;
  };
  const query = { before: chosen("before", survey.version), after: chosen("after", draftVersion) };
  const compared = survey.version > 0 ? await api.survey.versionDifferences({ params, query }) : undefined;
  return {
    ...{ survey, versions, ...query, zone: viewer.time_zone },
    differences: compared ? expectStatus(compared, 200).differences : [],
  };
});

const PublishFields = z.discriminatedUnion("intent", [z.object({ intent: z.literal("publish") })], unknownIntent);

export const action = act(path, PublishFields, async ({ api, params, refuse, from }) => {
  const published = await api.survey.publishSurvey({ params });
  return published.status === 201
    ? done(from, href(path, { uuid: params.uuid }), "Survey published")
    : refuse(published.body);
});

export default function SurveyVersionsPage() {
  const { survey, versions, before, after, differences, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { uuid, version, edited } = survey;
  const fault = survey.findings.find(({ level }) => level === "fault");
  const draftName = edited || version === 0 ? "Not published yet" : `What is being written (as version ${version})`;
  const name = (one: number) => (one === draftVersion ? draftName : `Version ${one}`);
  const inSentence = (one: number) => (one === draftVersion ? "what is being written" : `version ${one}`);
  const choices = [draftVersion, ...versions.map((one) => one.version)].map((one) => ({
    ...{ value: String(one), label: name(one) },
  }));
  return (
    <>
      <PostResult last={last} idOf={() => undefined} />
      <PageHeader
        title="Versions"
        back={{ label: survey.title, to: href("/survey/:uuid/build", { uuid }) }}
        text="Sessions keep the version that they began with. New ones get the latest."
        actions={
          (edited || version === 0) && (
            <Form method="post">
              <Button
                name="intent"
                value="publish"
                variant="primary"
                {...(fault ? { disabledReason: fault.text } : {})}
              >
                {version > 0 ? "Publish these changes" : "Publish"}
              </Button>
            </Form>
          )
        }
      />
      {version === 0 ? (
        <Card>
          <EmptyState
            icon={GitCompareArrows}
            title="Nothing was published yet"
            text="Each time you publish, the questions are kept as a version. From the second time on you see here what is different."
            actions={<LinkButton to={href("/survey/:uuid/build", { uuid })}>Back to the questions</LinkButton>}
          />
        </Card>
      ) : (
        <>
          <VersionTable uuid={uuid} versions={versions} edited={edited} zone={zone} />
          <Form method="get" className="card my-4 flex flex-wrap items-end gap-3 p-4">
            <div className="w-full min-w-0 sm:w-72">
              <Select
                id="versions-before"
                name="before"
                label="Before"
                defaultValue={String(before)}
                choices={choices}
              />
            </div>
            <div className="w-full min-w-0 sm:w-72">
              <Select id="versions-after" name="after" label="After" defaultValue={String(after)} choices={choices} />
            </div>
            <Button>Compare</Button>
          </Form>
          <Card label="Differences">
            <CardHead title={`From ${inSentence(before)} to ${inSentence(after)}`} />
            {differences.length > 0 ? (
              <DifferenceList differences={differences} />
            ) : (
              <EmptyState
                icon={GitCompareArrows}
                title="No differences"
                text="Questions, sections, values, end texts and languages are the same in both."
              />
            )}
          </Card>
        </>
      )}
    </>
  );
}
