import { z } from "zod";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { sending, Tracking, viewing } from "./contract.schemas";

const token = z.string().max(200);
/** `ahead`: by a HEAD request, or before anyone asked for it. */
const EngagementBody = z.strictObject({ ahead: z.boolean().default(false) });

const Count = z.number().int();
/** A link of a mailing: recipients who followed it and how often, and those for whom a program did. */
export const LinkFigures = z.object({ link: Count, url: z.string(), people: Count, clicks: Count, programs: Count });
export type LinkFigures = z.infer<typeof LinkFigures>;

/** Whether opens and clicks are counted, and the requests that are. */
export const trackingCalls = {
  tracking: {
    method: "GET",
    path: "/tracking",
    summary: "Whether opens and clicks of emails are counted",
    needs: viewing,
    answers: { 200: Tracking },
  },
  setTracking: {
    method: "PUT",
    path: "/tracking",
    summary: "Count opens and clicks of emails, or stop; emails that were made before are sent as they are",
    needs: sending,
    writes: true,
    body: z.strictObject({ enabled: z.boolean() }),
    answers: { 201: Tracking },
  },
  mailingLinks: {
    method: "GET",
    path: "/mailings/{id}/links",
    summary: "The links of a mailing whose clicks are counted, the most followed first",
    needs: viewing,
    params: z.object({ id }),
    query: z.object(paging),
    answers: { 200: pageSchema(LinkFigures) },
  },
  recordOpen: {
    method: "POST",
    path: "/opens/{token}",
    summary: "The picture of an email was requested",
    public: true,
    writes: true,
    params: z.object({ token }),
    body: EngagementBody,
    answers: { 200: z.object({ status: z.literal(200) }) },
  },
  recordClick: {
    method: "POST",
    path: "/clicks/{token}/{link}",
    summary: "A link of an email was requested; answers where the stored email says that it leads",
    public: true,
    writes: true,
    params: z.object({ token, link: z.coerce.number().int().min(0).max(10_000) }),
    body: EngagementBody,
    answers: { 200: z.object({ target: z.string() }) },
  },
} as const satisfies Record<string, Call>;
