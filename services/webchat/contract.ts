import { z } from "zod";
import { contract, DoneAnswer, id } from "../kit/contract";
import { mobileCalls } from "./contract.mobile";
import { Application, ApplicationForm, Category, CategoryForm, Faq, FaqForm, webchatNeeds } from "./contract.schemas";

const oneId = z.object({ id });
const account = z.object({ customer_account: z.string().max(64).optional().catch(undefined) });
const reads = { needs: webchatNeeds, query: account } as const;
const writes = { needs: webchatNeeds, writes: true } as const;
const saved = <T extends z.ZodType>(row: T) => z.object({ status: z.literal(201), message: z.string(), data: row });

/** Web chat applications and FAQs (spec 2 §7): a write that succeeds answers 201 (R146). */
export const webchat = contract("webchat", {
  applications: {
    method: "GET",
    path: "/applications",
    summary: "The web chat applications of the account",
    ...reads,
    answers: { 200: z.object({ data: z.array(Application) }) },
  },
  createApplication: {
    method: "POST",
    path: "/applications",
    summary: "Make a web chat application, and the chat inbox behind it",
    ...writes,
    body: ApplicationForm,
    answers: { 201: saved(Application) },
  },
  updateApplication: {
    method: "PUT",
    path: "/applications/{id}",
    summary: "Change a web chat application",
    ...writes,
    params: oneId,
    body: ApplicationForm,
    answers: { 201: saved(Application) },
  },
  deleteApplication: {
    method: "DELETE",
    path: "/applications/{id}",
    summary: "Take a web chat application off; its conversations stay",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  application: {
    method: "GET",
    path: "/applications/{id}",
    summary: "One web chat application",
    needs: webchatNeeds,
    params: oneId,
    answers: { 200: Application },
  },
  newIdentitySecret: {
    method: "POST",
    path: "/applications/{id}/identity-secret",
    summary:
      "Make a new secret for signed identities (a mobile app's too); it is told this once, and the one before ends",
    ...writes,
    params: oneId,
    answers: { 201: z.object({ status: z.literal(201), secret: z.string() }) },
  },
  ...mobileCalls,
  faqs: {
    method: "GET",
    path: "/faqs",
    summary: "The often asked questions of the account",
    needs: webchatNeeds,
    query: account.extend({
      q: z.string().trim().max(200).default("").catch(""),
      language: z.enum(["en", "sw"]).optional().catch(undefined),
      faq_category_id: id.optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(Faq) }) },
  },
  createFaq: {
    method: "POST",
    path: "/faqs",
    summary: "Add a question with its answer",
    ...writes,
    body: FaqForm,
    answers: { 201: saved(Faq) },
  },
  updateFaq: {
    method: "PUT",
    path: "/faqs/{id}",
    summary: "Change a question",
    ...writes,
    params: oneId,
    body: FaqForm,
    answers: { 201: saved(Faq) },
  },
  deleteFaq: {
    method: "DELETE",
    path: "/faqs/{id}",
    summary: "Delete a question",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  faqCategories: {
    method: "GET",
    path: "/faq-categories",
    summary: "The categories, each with its questions",
    ...reads,
    answers: { 200: z.object({ data: z.array(Category) }) },
  },
  createFaqCategory: {
    method: "POST",
    path: "/faq-categories",
    summary: "Add a category",
    ...writes,
    body: CategoryForm,
    answers: { 201: saved(Category) },
  },
  updateFaqCategory: {
    method: "PUT",
    path: "/faq-categories/{id}",
    summary: "Rename a category or move it",
    ...writes,
    params: oneId,
    body: CategoryForm,
    answers: { 201: saved(Category) },
  },
  deleteFaqCategory: {
    method: "DELETE",
    path: "/faq-categories/{id}",
    summary: "Delete a category with its questions",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  visitorsHere: {
    method: "POST",
    path: "/inside/visitors-here",
    summary: "Of these visitors of a way in, those whose page is open now",
    internal: true,
    body: z.strictObject({ inbox_id: id, external_ids: z.array(z.string().min(1).max(200)).max(500) }),
    answers: { 200: z.object({ here: z.array(z.string()) }) },
  },
  forgetVisitors: {
    method: "POST",
    path: "/inside/forget-visitors",
    summary: "Forget visitors of a way in by their ids there; their sessions end",
    internal: true,
    writes: true,
    body: z.strictObject({ inbox_id: id, external_ids: z.array(z.string().min(1).max(200)).max(500) }),
    answers: { 200: z.object({ removed: z.number().int() }) },
  },
});
