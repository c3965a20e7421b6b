import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { templateIds } from "../../rules/survey/templates";
import { paying } from "../billing/contract.payments";
import { type Call, DoneAnswer, Problem, pageSchema, paging, sortField } from "../kit/contract";
import { needs, Survey, SurveyDetail, SurveyForm, search, surveyStatuses, uuid } from "./contract.schemas";
import { TranslationForm } from "./contract.translations";

const oneSurvey = z.object({ uuid });
const Named = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A new survey can begin with the questions of a template. */
const NewSurveyForm = SurveyForm.extend({
  template: z
    .preprocess(
      (given) => (given === "" ? undefined : given),
      z.enum(templateIds, { error: "Choose a template." }).optional(),
    )
    .optional(),
});

/** Surveys, what they can be, and their way from a draft to the public. */
export const surveyCalls = {
  surveys: {
    method: "GET",
    path: "/surveys/",
    summary: "Surveys, newest first; `identity` is the account (Q127)",
    needs,
    query: z.object({
      ...paging,
      identity: z.string().max(40).optional().catch(undefined),
      status: z.enum(surveyStatuses).optional().catch(undefined),
      q: search,
      sort: sortField(listOrders.surveys),
    }),
    answers: { 200: pageSchema(Survey) },
  },
  survey: {
    method: "GET",
    path: "/surveys/{uuid}",
    summary: "One survey with its questions and what is to be said before it is published",
    needs,
    params: oneSurvey,
    answers: { 200: SurveyDetail },
  },
  createSurvey: {
    method: "POST",
    path: "/surveys",
    summary: "Add a survey as a draft, empty or with the questions of a template",
    needs,
    writes: true,
    form: true,
    body: NewSurveyForm,
    answers: { 201: SurveyDetail, 406: Problem },
  },
  updateSurvey: {
    method: "PUT",
    path: "/surveys/{uuid}",
    summary: "Change the title, the category, the channels and the languages",
    needs,
    writes: true,
    params: oneSurvey,
    body: SurveyForm,
    answers: { 201: SurveyDetail, 406: Problem },
  },
  translateSurvey: {
    method: "PUT",
    path: "/surveys/{uuid}/texts",
    summary: "Set the texts of questions, choices and the ending in one language",
    needs,
    writes: true,
    params: oneSurvey,
    body: TranslationForm,
    answers: { 201: SurveyDetail },
  },
  publishSurvey: {
    method: "POST",
    path: "/surveys/{uuid}/publish",
    summary: "Publish the questions as they are; sessions under way keep their version",
    needs,
    writes: true,
    params: oneSurvey,
    answers: { 201: SurveyDetail },
  },
  closeSurvey: {
    method: "POST",
    path: "/surveys/{uuid}/close",
    summary: "Take no more responses",
    needs,
    writes: true,
    params: oneSurvey,
    answers: { 201: SurveyDetail },
  },
  copySurvey: {
    method: "POST",
    path: "/surveys/{uuid}/copy",
    summary: "Add a draft with the same questions and limits",
    needs,
    writes: true,
    params: oneSurvey,
    answers: { 201: SurveyDetail },
  },
  deleteSurvey: {
    method: "DELETE",
    path: "/surveys/{uuid}",
    summary: "Delete a survey with its responses",
    needs,
    writes: true,
    params: oneSurvey,
    answers: { 201: DoneAnswer },
  },
  subscribe: {
    method: "POST",
    path: "/survey/subscribe",
    summary: "Take a plan of surveys, paid from the balance (Q128)",
    needs: paying,
    writes: true,
    body: z.strictObject({
      plan: z.string().min(1, "Choose a plan.").max(40),
      auto_renew: z.boolean().default(false),
      key: z.string().min(8).max(60),
    }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  categories: {
    method: "GET",
    path: "/categories",
    summary: "What a survey can be about",
    needs,
    answers: { 200: Named },
  },
  channels: {
    method: "GET",
    path: "/channels",
    summary: "How a survey can reach people",
    needs,
    answers: { 200: Named },
  },
  interactionModes: {
    method: "GET",
    path: "/interaction-modes",
    summary: "How the questions are asked on the web",
    needs,
    answers: { 200: Named },
  },
  surveySenders: {
    method: "GET",
    path: "/senders/",
    summary: "The sender codes that surveys can be sent from; `account` is one's own",
    needs,
    query: z.object({ account: z.string().max(40).optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(z.object({ sender: z.string(), status: z.string() })) }) },
  },
} as const satisfies Record<string, Call>;
