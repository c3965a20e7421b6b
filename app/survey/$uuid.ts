// /survey/:uuid - a survey opens where it is built
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/survey/:uuid", async ({ params }) =>
  redirect(href("/survey/:uuid/build", { uuid: params.uuid })),
);
