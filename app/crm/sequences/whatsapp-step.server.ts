import { headerFormat, renderedText, renderTemplate, templateVariables } from "../../../rules/whatsapp/templates";
import type { SequenceStep, SequenceStepForm } from "../../../services/crm/contract.sequences";
import type { Choice } from "../../kit/ui/field";
import type { Admitted } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import type { StepFields } from "./step-drawer";

type Api = Admitted<Path>["api"];

/** What can be chosen for a WhatsApp step, and what is. */
export type TemplateChoice = {
  choices: Choice[];
  /** `3:1001`, the number and the template; "": none. */
  chosen: string;
  sender: string;
  template_id: number;
  words: string;
  variables: { key: string; name: string; where: string; text: string }[];
};

/** The templates of every number with the one that is chosen in the address, or that the step has. */
export async function fetchTemplateChoice(api: Api, url: URL, step?: SequenceStep): Promise<TemplateChoice> {
  const listed = await api.whatsapp.numbers({});
  const numbers = listed.status === 200 ? listed.body.data : [];
  const answers = await Promise.all(
    numbers.map(({ id }) => api.whatsapp.usableTemplates({ query: { channel_id: id } })),
  );
  const found = numbers.flatMap((number, place) => {
    const answer = answers[place];
    return answer?.status === 200 ? answer.body.data.map((template) => ({ number, template })) : [];
  });
  const held = step ? `${step.sender}:${step.template_id}` : "";
  const wanted = url.searchParams.get("template") ?? held;
  const keyFor = ({ number, template }: (typeof found)[number]) => `${number.id}:${template.id}`;
  const one = found.find((each) => keyFor(each) === wanted);
  const usable = found.filter((each) => {
    const { unusable, components } = each.template;
    return (unusable === "" && !headerFormat(components)) || keyFor(each) === held;
  });
  const components = one?.template.components ?? [];
  return {
    choices: usable.map((each) => {
      const { number, template } = each;
      const label = `${template.name} (${template.language}), from ${number.shown || number.name}`;
      return { value: keyFor(each), label: template.unusable ? `${label} (not usable now)` : label };
    }),
    chosen: one ? wanted : "",
    sender: one ? String(one.number.id) : "",
    template_id: one?.template.id ?? 0,
    words: one ? renderedText(renderTemplate(components, {})) : "",
    variables: templateVariables(components).map(({ key, name, where }) => ({
      ...{ key, name, where },
      text: step?.variables[key] ?? "",
    })),
  };
}

/** The form as the call takes it. */
export function stepBody(
  { keys, values, template_id, ...said }: StepFields,
  kind: SequenceStepForm["kind"],
): SequenceStepForm {
  const variables = Object.fromEntries(keys.map((key, place) => [key, values[place] ?? ""]));
  return { ...said, kind, variables, template_id: template_id || null };
}

type Refusal = { status: number; message: string; errors?: Record<string, string[]> | undefined };

/** A refusal with its errors at the fields of the form. */
export function atFields<T extends Refusal>(body: T, keys: readonly string[]): T {
  const errors = Object.entries(body.errors ?? {}).map(([name, words]) => {
    const place = keys.findIndex((key) => name === `variables.${key}`);
    return [place < 0 ? name : `values[${place}]`, words] as const;
  });
  return { ...body, errors: Object.fromEntries(errors) };
}
