// /survey/:uuid/texts - the texts of a survey in its languages, side by side (?language=)
import { Form, type Location, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { endTextSentence } from "../../rules/survey/end-texts";
import { fixedTexts } from "../../rules/survey/fixed-texts";
import {
  type LocalText,
  languageCodes,
  needsChoices,
  type SurveyLanguage,
  type SurveyQuestion,
  surveyLanguages,
  textIn,
} from "../../rules/survey/graph";
import { graphFrom } from "../../rules/survey/questions";
import { beginsSection } from "../../rules/survey/sections";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { type LastPost, typedValue, typedValues } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Tabs } from "../kit/ui/tabs";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { ReferenceList } from "./builder/reference-list";
import { SurveyFrame } from "./frame/survey-frame";

const path = "/survey/:uuid/texts";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Languages");

export const loader = page(path, async ({ api, params, url }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  const [main = "en", second] = survey.languages;
  const asked = survey.languages.find((code) => code === url.searchParams.get("language"));
  return { survey, main, language: asked ?? second ?? main };
});

const texts = z.array(typedText).default([]);
const TextFields = z.object({
  language: z.enum(languageCodes, { error: "Choose a language." }),
  question_id: texts,
  question_text: texts,
  choice_id: texts,
  choice_text: texts,
  section_id: texts,
  section_title: texts,
  section_text: texts,
  end_text_id: texts,
  end_text_text: texts,
  ending: typedText,
});

export const action = act(path, TextFields, async ({ api, params, value, refuse, from }) => {
  const pairs = (ids: readonly string[], written: readonly string[]) =>
    ids.map((id, at) => ({ id: Number(id) || 0, text: written[at] ?? "" })).filter(({ id }) => id > 0);
  const { language, ending } = value;
  const saved = await api.survey.translateSurvey({
    params,
    body: {
      ...{ language, ending },
      questions: pairs(value.question_id, value.question_text),
      choices: pairs(value.choice_id, value.choice_text),
      end_texts: pairs(value.end_text_id, value.end_text_text),
      sections: pairs(value.section_id, value.section_title).map(({ id, text: title }) => {
        const text = value.section_text[value.section_id.indexOf(String(id))] ?? "";
        return { id, title, text };
      }),
    },
  });
  if (saved.status !== 201) return refuse(saved.body);
  return done(from, href(path, { uuid: params.uuid }, { language }), "Texts saved");
});

/** Another language of the same page has texts of its own. */
function isSameLanguage({ pathname, search }: Location): boolean {
  const asked = (query: string) => new URLSearchParams(query).get("language");
  return pathname === window.location.pathname && asked(search) === asked(window.location.search);
}

export default function SurveyTexts() {
  const { survey, main, language } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { uuid, languages } = survey;
  const graph = graphFrom(survey);
  const sections = graph.questions.filter(beginsSection);
  let choiceAt = -1;
  return (
    <>
      <PostResult last={last} />
      <SurveyFrame survey={survey} tab="Languages" />
      {languages.length === 1 && (
        <p className="mb-4 text-quiet">The survey is in {surveyLanguages[main]} only. Add languages in its settings.</p>
      )}
      {languages.length > 1 && (
        <Tabs
          label="Language"
          tabs={languages.map((code) => ({
            label: surveyLanguages[code],
            to: href("/survey/:uuid/texts", { uuid }, { language: code }),
            current: code === language,
          }))}
        />
      )}
      <Card label={`Texts in ${surveyLanguages[language]}`} padded className="max-w-[960px]">
        <Form method="post" className="grid gap-5" key={language}>
          <UnsavedForm refused={last} stays={isSameLanguage} />
          <input type="hidden" name="language" value={language} />
          {graph.questions.map((question, at) => (
            <fieldset key={question.id} className="grid gap-2">
              <legend className="label">Question {at + 1}</legend>
              <input type="hidden" name="question_id" value={question.id} />
              {beginsSection(question) && (
                <SectionTexts
                  question={question}
                  place={at + 1}
                  at={sections.indexOf(question)}
                  {...{ main, language, last }}
                />
              )}
              <TextPair
                label={`Question ${at + 1} in ${surveyLanguages[language]}`}
                name="question_text"
                text={question.text}
                {...{ main, language, last, at, lines: 3 }}
              />
              {needsChoices(question.type) &&
                question.choices.map((choice, place) => {
                  choiceAt += 1;
                  return (
                    <div key={choice.id}>
                      <input type="hidden" name="choice_id" value={choice.id} />
                      <TextPair
                        label={`Question ${at + 1}, choice ${place + 1} in ${surveyLanguages[language]}`}
                        name="choice_text"
                        text={choice.text}
                        {...{ main, language, last, at: choiceAt }}
                      />
                    </div>
                  );
                })}
            </fieldset>
          ))}
          <fieldset className="grid gap-2">
            <legend className="label">At the end</legend>
            <p className="help">Empty: “{fixedTexts(language).thanks}”</p>
            <ReferenceList graph={graph} questions={graph.questions} />
            <TextPair
              label={`At the end in ${surveyLanguages[language]}`}
              name="ending"
              text={survey.ending}
              {...{ main, language, last, lines: 2 }}
            />
            {graph.end_texts.map((one, at) => (
              <div key={one.id} className="grid gap-1">
                <input type="hidden" name="end_text_id" value={one.id} />
                <p className="help">{endTextSentence(graph, one)}</p>
                <TextPair
                  label={`End text ${at + 1} in ${surveyLanguages[language]}`}
                  name="end_text_text"
                  text={one.text}
                  {...{ main, language, last, at, lines: 2 }}
                />
              </div>
            ))}
          </fieldset>
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save the texts
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}

type SectionTextsProps = {
  question: SurveyQuestion;
  place: number;
  at: number;
  main: string;
  language: SurveyLanguage;
  last: LastPost;
};

/** The title and the text of the section that begins at a question. */
function SectionTexts({ question: { id, section }, place, ...rest }: SectionTextsProps) {
  const named = (part: string) => `Section at question ${place}, ${part} in ${surveyLanguages[rest.language]}`;
  return (
    <>
      <input type="hidden" name="section_id" value={id} />
      <TextPair label={named("title")} name="section_title" text={section.title} {...rest} />
      <TextPair label={named("text")} name="section_text" text={section.text} {...rest} lines={2} />
    </>
  );
}

type TextPairProps = {
  label: string;
  name: string;
  text: LocalText;
  main: string;
  language: string;
  last: LastPost;
  at?: number;
  lines?: number;
};

/** A text in the first language and, beside it, in another; what is missing is marked. */
function TextPair({ label, name, text, main, language, last, at, lines = 1 }: TextPairProps) {
  const typed = at === undefined ? typedValue(last, name) : typedValues(last, name)?.[at];
  const value = typed ?? text[language] ?? "";
  const missing = value.trim() === "" && name !== "ending" && textIn(text, main) !== "";
  const input = {
    ...{ name, "aria-label": label, defaultValue: value, className: "input" },
    maxLength: name === "choice_text" || name === "section_title" ? 200 : 1000,
  };
  return (
    <div className="grid gap-2 md:grid-cols-2">
      {language !== main && <p className="self-center wrap-anywhere text-quiet">{textIn(text, main)}</p>}
      <div>
        {lines > 1 ? <textarea {...input} rows={lines} /> : <input {...input} autoComplete="off" />}
        {missing && <p className="text-xs text-warn">Missing</p>}
      </div>
    </div>
  );
}
