// /survey/:uuid/responses/codes - responses with codes are files; what they mean is in the codebook
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/survey/:uuid/responses/codes", async ({ params, url }) =>
  redirect(`${href("/survey/:uuid/responses/codebook", { uuid: params.uuid })}${url.search}`),
);
