// /survey/:uuid/settings - title, category and languages of a survey, its link, copying and closing it
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SurveyFields, SurveyInputs, surveyBody } from "./frame/survey-form";
import { SurveyFrame } from "./frame/survey-frame";

const path = "/survey/:uuid/settings";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Survey settings");

export const loader = page(path, async ({ api, params, from }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  return { survey, address: survey.link && `${from.origin ?? ""}${href("/respond/:link", { link: survey.link })}` };
});

const Intents = z.discriminatedUnion(
  "intent",
  [
    SurveyFields.extend({ intent: z.literal("save") }),
    z.object({ intent: z.literal("copy") }),
    z.object({ intent: z.literal("close") }),
  ],
  unknownIntent,
);

export const action = act(path, Intents, async ({ api, params, value, refuse, from }) => {
  const here = href(path, { uuid: params.uuid });
  if (value.intent === "copy") {
    const copied = await api.survey.copySurvey({ params });
    if (copied.status !== 201) return refuse(copied.body);
    return done(from, href("/survey/:uuid/build", { uuid: copied.body.uuid }), "Survey copied");
  }
  if (value.intent === "close") {
    const closed = await api.survey.closeSurvey({ params });
    return closed.status === 201 ? done(from, here, "Survey closed") : refuse(closed.body);
  }
  const saved = await api.survey.updateSurvey({ params, body: surveyBody(value) });
  return saved.status === 201 ? done(from, here, "Survey saved") : refuse(saved.body);
});

export default function SurveySettings() {
  const { survey, address } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} idOf={(name) => `survey-${name}`} />
      <SurveyFrame survey={survey} tab="Settings" />
      <div className="grid max-w-[720px] gap-4">
        <Card label="Survey" padded>
          <Form method="post" className="grid gap-5">
            <SurveyInputs id="survey" held={survey} last={last} />
            <div>
              <Button name="intent" value="save" variant="primary" size="lg" working={working}>
                Save the survey
              </Button>
            </div>
          </Form>
        </Card>
        <Card label="Link" padded>
          <h2 className="font-semibold">Link</h2>
          {survey.status === "published" && address ? (
            <p className="mt-1 wrap-anywhere">
              <a className="link" href={address}>
                {address}
              </a>
            </p>
          ) : (
            <p className="mt-1 text-quiet">
              {survey.status === "closed"
                ? "The survey is closed. Publish it again to take more answers."
                : "People can answer once the survey is published."}
            </p>
          )}
        </Card>
        <Card label="More" padded>
          <Form method="post" className="flex flex-wrap gap-2">
            <Button name="intent" value="copy">
              Copy the survey
            </Button>
            {survey.status === "published" && (
              <Button name="intent" value="close">
                Close the survey
              </Button>
            )}
            <LinkButton variant="danger-outline" to={href("/survey/:uuid/delete", { uuid: survey.uuid })}>
              Delete the survey
            </LinkButton>
          </Form>
        </Card>
      </div>
    </>
  );
}
