// /survey/:uuid/settings - title, category and languages of a survey, its link, copying and closing it
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { withAliases } from "../../rules/access";
import { textIn } from "../../rules/survey/graph";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { scoredTypes } from "../../services/survey/contract.tickets";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText, unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SurveyFields, SurveyInputs, surveyBody } from "./frame/survey-form";
import { SurveyFrame } from "./frame/survey-frame";
import { WebPageFields, WebPageForm, webPageBody } from "./frame/web-page-form";

const path = "/survey/:uuid/settings";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Survey settings");

export const loader = page(path, async ({ api, params, from, viewer }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  const hasTicketing = withAliases(viewer.products.map(({ name }) => name)).has("Ticketing");
  return {
    survey,
    hasTicketing,
    address: survey.link && `${from.origin ?? ""}${href("/respond/:link", { link: survey.link })}`,
  };
});

const Intents = z.discriminatedUnion(
  "intent",
  [
    SurveyFields.extend({ intent: z.literal("save") }),
    WebPageFields.extend({ intent: z.literal("web") }),
    z.object({ intent: z.literal("copy") }),
    z.object({ intent: z.literal("close") }),
    z.object({ intent: z.literal("ticket"), question_id: typedText, at_most: typedText }),
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
  if (value.intent === "web") {
    const set = await api.survey.setWebPage({ params, body: webPageBody(value) });
    return set.status === 201 ? done(from, here, "Survey saved") : refuse(set.body);
  }
  if (value.intent === "ticket") {
    const question_id = value.question_id ? Number(value.question_id) : null;
    const body = { question_id, at_most: question_id === null ? "0" : value.at_most };
    const set = await api.survey.setTicketRule({ params, body });
    return set.status === 201 ? done(from, here, "Survey saved") : refuse(set.body);
  }
  const saved = await api.survey.updateSurvey({ params, body: surveyBody(value) });
  return saved.status === 201 ? done(from, here, "Survey saved") : refuse(saved.body);
});

export default function SurveySettings() {
  const { survey, hasTicketing, address } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} idOf={(name) => `survey-${name}`} />
      <SurveyFrame survey={survey} tab="Settings" />
      <div className="grid max-w-[720px] gap-4">
        <Card label="Survey" padded>
          <Form method="post" className="grid gap-5">
            <UnsavedForm refused={last} />
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
        <WebPageForm survey={survey} last={last} working={working} />
        {hasTicketing && <TicketRule survey={survey} last={last} working={working} />}
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
            <LinkButton to={href("/survey/integrations")}>Web hooks for responses</LinkButton>
            <LinkButton variant="danger-outline" to={href("/survey/:uuid/delete", { uuid: survey.uuid })}>
              Delete the survey
            </LinkButton>
          </Form>
        </Card>
      </div>
    </>
  );
}

type TicketRuleProps = { survey: SurveyDetail; last: LastPost; working: boolean };

/** A low answer opens a ticket with everything that was asked and said. */
function TicketRule({ survey: { questions, languages, ticket_rule }, last, working }: TicketRuleProps) {
  const errors = fieldErrors(last);
  const scored = questions.filter(({ type }) => scoredTypes.some((one) => one === type));
  return (
    <Card label="Ticket for a low score" padded>
      <h2 className="font-semibold">Ticket for a low score</h2>
      {scored.length === 0 ? (
        <p className="mt-1 text-quiet">Add a question that is answered by a number, such as a rating.</p>
      ) : (
        <Form method="post" className="mt-3 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <Select
            id="survey-question_id"
            name="question_id"
            label="Question"
            help="The ticket holds everything that was asked and answered."
            empty="No ticket"
            choices={scored.map(({ id, rank, text }) => ({
              value: String(id),
              label: `${rank}. ${textIn(text, "", languages)}`,
            }))}
            defaultValue={typedValue(last, "question_id") ?? String(ticket_rule?.question_id ?? "")}
            errors={errors.question_id ?? []}
          />
          <TextInput
            id="survey-at_most"
            name="at_most"
            label="At most"
            inputMode="numeric"
            className="num"
            defaultValue={typedValue(last, "at_most") ?? String(ticket_rule?.at_most ?? 2)}
            errors={errors.at_most ?? []}
          />
          <div>
            <Button name="intent" value="ticket" working={working}>
              Save the rule
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
