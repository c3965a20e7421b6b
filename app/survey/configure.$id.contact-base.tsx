// /survey/configure/:id/contact-base - whom a run asks, on which channel, from where, and at what times
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContactBase } from "../kit/survey-runs/contact-base";
import { ContactBaseForm, loadContactBase, saveContactBase } from "../kit/survey-runs/contact-base.server";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";

const path = "/survey/configure/:id/contact-base";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Contact base");

export const loader = page(path, loadContactBase);

export const action = act(path, ContactBaseForm, (given) => saveContactBase("/survey/configure/:id", given));

export default function RunContactBase() {
  return <ContactBase {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
