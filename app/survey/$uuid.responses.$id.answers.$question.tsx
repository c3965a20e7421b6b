// /survey/:uuid/responses/:id/answers/:question - an answer is corrected, with the reason, after the response has ended
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { declineNames, declineReasons, mayDecline } from "../../rules/survey/interviews";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { typedAgain } from "../kit/survey-questions/chosen";
import { QuestionFields } from "../kit/survey-questions/question-fields";
import { titled } from "../kit/title";
import { typedText, unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/survey/:uuid/responses/:id/answers/:question";

export const meta = titled("Correct an answer");

/** Odd numbers in an address are of no response. */
function answerParams({ uuid, id, question }: { uuid: string; id: string; question: string }) {
  const known = (given: string) => idOf.safeParse(given).data ?? 0;
  return { uuid, id: known(id), question: known(question) };
}

export const loader = page(path, async ({ api, params }) => {
  const of = answerParams(params);
  return { ...of, answer: expectStatus(await api.survey.answerToEdit({ params: of }), 200) };
});

/** Those of a ranking or a matrix keep their places. */
const typedChoices = z.array(z.string().default("")).default([]);
const typed = { text: typedText, choice: typedChoices, reason: typedText };
const CorrectionFields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("answer"), ...typed }),
    z.object({ intent: z.literal("refused"), ...typed }),
    z.object({ intent: z.literal("unknown"), ...typed }),
  ],
  unknownIntent,
);

export const action = act(path, CorrectionFields, async ({ api, params, value, refuse, from }) => {
  const { intent, text, choice, reason } = value;
  const said = {
    text: text.slice(0, 4_000),
    choices: choice.map((one) => Number(one) || 0).slice(0, 50),
  };
  const of = answerParams(params);
  const answer = await api.survey.editAnswer({
    params: of,
    body: { reason, ...(intent === "answer" ? said : { declined: intent }) },
  });
  if (answer.status !== 201) return refuse(answer.body);
  const { uuid, id } = of;
  return done(from, href("/survey/:uuid/responses/:id", { uuid, id }), answer.body.message);
});

export default function CorrectAnswer() {
  const { uuid, id, answer } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { question, languages, answered, declined } = answer;
  const errors = fieldErrors(last);
  const [main = "en"] = languages;
  const back = href("/survey/:uuid/responses/:id", { uuid, id });
  return (
    <div className="max-w-[720px]">
      <PostResult last={last} />
      <PageHeader
        title="Correct an answer"
        back={{ label: `Response ${id}`, to: back }}
        text="The earlier answer is kept with your name and the reason. The results and files have the new one."
      />
      <Card padded>
        <Form method="post" className="grid gap-5">
          <div lang={main}>
            <QuestionFields
              question={question}
              language={main}
              main={main}
              answered={typedAgain(last) ?? answered}
              error={errors.answer?.[0]}
            />
          </div>
          {declined && <p className="text-sm text-quiet">Entered before: {declineNames[declined]}.</p>}
          <TextInput
            id="reason"
            name="reason"
            label="Reason"
            help="Everyone who may see the response sees it."
            defaultValue={typedValue(last, "reason") ?? ""}
            errors={errors.reason ?? []}
            maxLength={500}
            autoComplete="off"
          />
          <p className="text-sm text-quiet">
            A corrected answer does not move a response that has ended: its state stays, and so do its other answers and
            whether they count. No question is asked again.
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button name="intent" value="answer" variant="primary" working={working}>
              Save the correction
            </Button>
            {mayDecline(question) &&
              declineReasons.map((reason) => (
                <Button key={reason} name="intent" value={reason}>
                  {declineNames[reason]}
                </Button>
              ))}
            <LinkButton to={back} variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
