// /respond/:link - a public survey: begin to answer it, in one of its languages (?kiosk=1 on a shared tablet)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { languageCodes, surveyLanguages } from "../../rules/survey/graph";
import { href } from "../href";
import { respondWords } from "../kit/survey-questions/respond-words";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";
import { isKiosk, kioskQuery } from "./answer/kiosk";
import { tabletCookie } from "./answer/kiosk-person.server";
import { pageHeaders } from "./answer/page-headers.server";
import { RespondFrame } from "./answer/respond-frame";
import { resumedAt, sessionCookie } from "./answer/resume.server";

export const meta = titled("Survey");

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const link = args.params.link ?? "";
  const { api, from } = asGuest(args);
  const answer = await api.survey.webSurvey({ params: { link } });
  if (answer.status !== 200) throw new Response("There is no such survey.", { status: 404 });
  const kiosk = isKiosk(args.request);
  const begun = kiosk ? undefined : await resumedAt(args.request, link);
  if (begun) throw redirect(href("/respond/:link/:session", { link, session: begun }));
  const headers = new Headers(pageHeaders(answer.body.frame_origins));
  if (kiosk) headers.set("set-cookie", await tabletCookie("", link, from.settings.secure));
  return data({ ...answer.body, kiosk, link }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  const { api, from } = asGuest(args);
  const link = args.params.link ?? "";
  const form = await readForm(args.request);
  const language = languageCodes.find((code) => code === form.get("language"));
  const own = ownSession(form);
  const begun = await api.survey.beginWebSession({ params: { link }, body: { ...(language && { language }), ...own } });
  if (begun.status !== 201) return data({ message: begun.body.message }, { status: begun.status });
  const { session } = begun.body;
  const kiosk = isKiosk(args.request);
  const to = href("/respond/:link/:session", { link, session }, kioskQuery(kiosk));
  const { secure } = from.settings;
  if (kiosk) return redirect(to, { headers: { "set-cookie": await tabletCookie(session, link, secure) } });
  // What the page's program sends later is of nobody who is here.
  if (own) return redirect(to);
  return redirect(to, { headers: { "set-cookie": await sessionCookie(link, secure).serialize(session) } });
}

/** A response that was given before it was begun, on a tablet without a network. */
function ownSession(form: FormData): { session: string; version: number } | undefined {
  const session = form.get("session");
  return typeof session === "string" ? { session, version: Number(form.get("version")) } : undefined;
}

export default function BeginSurvey() {
  const { title, languages, open, kiosk, link } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [main = "en"] = languages;
  return (
    <RespondFrame {...{ title, link, kiosk }} language={main}>
      {last && (
        <p role="alert" className="err mb-4">
          {last.message}
        </p>
      )}
      {open ? (
        <Form method="post" className="grid gap-5">
          {!kiosk && <p className="text-quiet">{respondWords(main).resume}</p>}
          <div className="flex flex-wrap gap-2">
            {languages.map((code) => (
              <Button
                key={code}
                name="language"
                value={code}
                size="lg"
                variant={code === main ? "primary" : "secondary"}
              >
                {languages.length > 1 ? surveyLanguages[code] : respondWords(code).begin}
              </Button>
            ))}
          </div>
        </Form>
      ) : (
        <p>{respondWords(main).closed}</p>
      )}
    </RespondFrame>
  );
}
