import { z } from "zod";
import { finishedKinds } from "../../../rules/survey/after-records";
import { languageCodes, type SurveyLanguage, surveyLanguages } from "../../../rules/survey/graph";
import { templateVariables } from "../../../rules/whatsapp/templates";
import type { Problem } from "../../../services/kit/contract";
import { fallbackChannels, instanceChannels } from "../../../services/survey/contract.runs";
import { mayOpen } from "../../access";
import { href } from "../../href";
import { type Admitted, done, expectStatus } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";
import type { LastPost } from "../refused-post";
import { typedCheck, typedList, typedText } from "../typed-fields";
import type { RunBase } from "./base";
import type { RunField } from "./contact-base";
import { uploadName } from "./return-address";
import { loadRun, parseRunId, type RunPost, type RunRequest } from "./run.server";

type Api = Admitted<Path>["api"];

/** A run with what can be chosen for it; a run that was started has no choices. */
export async function loadContactBase(given: RunRequest & Pick<Admitted<Path>, "url" | "viewer">) {
  const { api, url, viewer } = given;
  const run = await loadRun(given);
  // The channel that was chosen now, else the one that the form was filled in for.
  const asked = url.searchParams.get("channel") ?? url.searchParams.get("channel_id");
  const channel = instanceChannels.find((one) => one === asked) ?? run.channel_id;
  const typed = typedBefore(url.searchParams, run);
  if (run.status !== "pending") return { run, channel, typed, choices: null, mayUpload: false, upload: null };
  const mayUpload = mayOpen(viewer, routeFor("/contacts/contact-group/upload"));
  const source = url.searchParams.get(uploadName);
  const upload = mayUpload ? (uploads.find((one) => one === source) ?? null) : null;
  const [groups, senders, survey, calendars, whatsapp] = await Promise.all([
    api.messaging.allGroups({ query: { type: "sms" } }),
    api.survey.surveySenders({ query: {} }),
    api.survey.survey({ params: { uuid: run.uuid } }),
    api.survey.runCalendars({}),
    listNumbers(api),
  ]);
  const approved = expectStatus(senders, 200).data.filter(({ status }) => status === "approved");
  return {
    run,
    channel,
    typed,
    mayUpload,
    upload,
    choices: {
      groups: expectStatus(groups, 200).data.map(({ id, name }) => ({ value: String(id), label: name })),
      senders: approved.map(({ sender }) => ({ value: sender, label: sender })),
      languages: expectStatus(survey, 200).languages.map((code) => ({ value: code, label: surveyLanguages[code] })),
      calendars: expectStatus(calendars, 200).data.map(({ id, name }) => ({ value: String(id), label: name })),
      whatsapp,
    },
  };
}

const uploads = ["file", "paste"] as const;

/**
 * What was filled in when another channel was chosen or contacts were uploaded, which the address has; undefined where it
 * has nothing of it.
 */
function typedBefore(query: URLSearchParams, run: { join_again: boolean }): LastPost {
  const group_id = query.get("group_id");
  if (!query.has("channel_id")) {
    const alone = { group_id: group_id ?? "", join_again: run.join_again ? "1" : "" };
    return group_id ? { reply: { initialValue: alone, fields: Object.keys(alone) } } : undefined;
  }
  const held = Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
  // What is not ticked is not in an address.
  return { reply: { initialValue: held, fields: [...Object.keys(held), "days", "join_again"] } };
}

/** The numbers and the templates that can open a survey; null for a person who may not write on WhatsApp. */
async function listNumbers(api: Api) {
  const answer = await api.whatsapp.numbers({});
  if (answer.status !== 200) return null;
  const numbers = answer.body.data.filter(({ active, stopped }) => active && !stopped);
  const found = await Promise.all(numbers.map(({ id }) => api.whatsapp.usableTemplates({ query: { channel_id: id } })));
  const templates = new Map<number, string>();
  for (const one of found)
    for (const { id, name, language, unusable, components } of one.status === 200 ? one.body.data : [])
      if (!unusable && templateVariables(components).length === 0) templates.set(id, `${name} (${language})`);
  return {
    numbers: numbers.map(({ id, name, shown }) => ({
      value: String(id),
      label: [name, shown].filter(Boolean).join(", "),
    })),
    templates: [...templates].map(([id, label]) => ({ value: String(id), label })),
  };
}

const names = [
  ...(["name", "channel_id", "sender", "number_id", "template_id", "group_id", "language", "from", "until"] as const),
  ...(["expiry_hours", "reminders", "reminder_hours", "fallback", "calendar_id", "per_minute"] as const),
  ...(["after_kind", "after_minutes", "after_share", "after_days"] as const),
] satisfies (RunField | "channel_id")[];
export const ContactBaseForm = z
  .object(
    Object.fromEntries(names.map((name) => [name, typedText])) as Record<(typeof names)[number], typeof typedText>,
  )
  .extend({ days: typedList, max_joiners: typedText, join_again: typedCheck })
  .extend(
    Object.fromEntries(languageCodes.map((code) => [`keyword_${code}`, typedText])) as Record<
      `keyword_${SurveyLanguage}`,
      typeof typedText
    >,
  );

/** Keeps whom a run asks, from where and at what times. */
export async function saveContactBase(
  base: RunBase,
  { api, params, value, refuse, from }: RunPost<z.output<typeof ContactBaseForm>>,
) {
  const id = parseRunId(params.id);
  const { group_id, number_id, template_id, calendar_id, per_minute, language, channel_id, fallback, ...rest } = value;
  const { days, max_joiners, join_again, name, sender, from: opens, until, ...others } = rest;
  const { expiry_hours, reminders, reminder_hours, after_minutes, after_share, after_days } = others;
  const form = { name, sender, from: opens, until, expiry_hours, reminders, reminder_hours };
  const keywords = languageCodes.flatMap((code) => {
    const word = value[`keyword_${code}`].trim();
    return word === "" ? [] : [{ language: code, word }];
  });
  const chosen = (typed: string) => (typed ? Number(typed) : null);
  const body = {
    ...{ ...form, group_id: chosen(group_id), number_id: chosen(number_id), template_id: chosen(template_id) },
    ...{ calendar_id: chosen(calendar_id), per_minute: per_minute || null, days: days.map(Number) },
    ...{ keywords, max_joiners: max_joiners || null, join_again },
    ...{ after_minutes, after_share, after_days },
    after_kind: finishedKinds.find((one) => one === others.after_kind) ?? null,
    fallback: fallbackChannels.find((one) => one === fallback) ?? null,
    ...{ language: language as "en", channel_id: channel_id === "whatsapp" ? ("whatsapp" as const) : ("sms" as const) },
  };
  const answer = await api.survey.updateInstance({ params: { id }, body });
  if (answer.status !== 201) return refuse(atKeywords(answer.body, keywords));
  return done(from, href(`${base}/initiate-survey`, { id }), "Contact base saved");
}

/** "keywords.1.word" is the field of its language. */
function atKeywords(problem: Problem, keywords: readonly { language: SurveyLanguage }[]): Problem {
  const errors = Object.entries(problem.errors ?? {}).map(([name, words]) => {
    const at = /^keywords\.(\d+)\./.exec(name)?.[1];
    return [at === undefined ? name : `keyword_${keywords[Number(at)]?.language}`, words];
  });
  return { ...problem, errors: Object.fromEntries(errors) };
}
