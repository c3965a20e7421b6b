import { z } from "zod";
import { frameOrigin, maxFrameOrigins } from "../../rules/survey/frame-origins";
import { interactionModeIds } from "../../rules/survey/pages";
import type { Call } from "../kit/contract";
import { needs, SurveyDetail, uuid } from "./contract.schemas";

/** How the web page of a survey asks, and who may show it. */
export const webPageCalls = {
  setWebPage: {
    method: "PUT",
    path: "/surveys/{uuid}/web-page",
    summary: "Set how many questions are asked at once on the web, and which sites may show the page in a frame",
    needs,
    writes: true,
    params: z.object({ uuid }),
    body: z.strictObject({
      interaction_mode: z.enum(interactionModeIds, { error: "Choose how the questions are asked." }),
      frame_origins: z
        .array(z.string().max(300))
        .max(maxFrameOrigins, `Enter at most ${maxFrameOrigins} sites.`)
        .refine((sites) => sites.every((site) => frameOrigin(site) !== undefined), {
          error: ({ input }) => {
            const wrong = (input as string[]).find((site) => frameOrigin(site) === undefined) ?? "";
            return `Enter “${wrong}” as a site with https and without a path, such as https://www.example.com.`;
          },
        })
        .default([]),
    }),
    answers: { 201: SurveyDetail },
  },
} as const satisfies Record<string, Call>;
