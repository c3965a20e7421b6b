// /survey/new - a new survey (drawer)
import { Form, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { templateIds } from "../../rules/survey/templates";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { Drawer } from "../kit/ui/drawer";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, page } from "../shell/page.server";
import { SurveyFields, SurveyInputs, surveyBody } from "./frame/survey-form";
import { TemplateChoice } from "./frame/template-choice";

const path = "/survey/new";

export const loader = page(path, async () => null);

const NewFields = SurveyFields.extend({
  template: z
    .enum(["", ...templateIds])
    .catch("")
    .default(""),
});

export const action = act(path, NewFields, async ({ api, value, refuse, from }) => {
  const { template } = value;
  const answer = await api.survey.createSurvey({ body: { ...surveyBody(value), ...(template ? { template } : {}) } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/survey/:uuid/build", { uuid: answer.body.uuid }), "Survey added");
});

export default function NewSurvey() {
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const working = useNavigation().state === "submitting";
  const close = `${href("/survey")}${search}`;
  return (
    <Drawer
      title="New survey"
      close={close}
      foot={<FormFoot submitLabel="Add the survey" close={close} form="survey" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `survey-${name}`} />
      <Form method="post" id="survey" className="grid gap-5">
        <SurveyInputs
          id="survey"
          held={{ title: "", category: "satisfaction", languages: ["en"], channels: ["sms", "whatsapp", "web"] }}
          last={last}
        />
        <TemplateChoice last={last} />
      </Form>
    </Drawer>
  );
}
