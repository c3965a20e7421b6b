import { z } from "zod";
import { languageCodes, surveyLanguages } from "../../../rules/survey/graph";
import { surveyCategories, surveyChannels } from "../../../services/survey/contract.catalogue";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { typedList, typedText } from "../../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select, TextInput } from "../../kit/ui/field";

/** What a survey is called, and in which languages it is. The contract says what is right. */
export const SurveyFields = z.object({
  title: typedText,
  category: typedText,
  languages: typedList,
  channels: typedList,
});

type Values = { title: string; category: string; languages: readonly string[]; channels: readonly string[] };

/** The body of the call: the first language is the one that is shown where a text is missing. */
export function surveyBody({ title, category, languages, channels }: z.output<typeof SurveyFields>) {
  const chosen = languageCodes.filter((code) => languages.includes(code));
  const ways = surveyChannels.flatMap(({ id }) => (channels.includes(id) ? [id] : []));
  return { title, category, languages: chosen, channels: ways };
}

/** The inputs of a survey as a whole. */
export function SurveyInputs({ id, held, last }: { id: string; held: Values; last: LastPost }) {
  const errors = fieldErrors(last);
  const chosen = typedValues(last, "languages") ?? held.languages;
  const ways = typedValues(last, "channels") ?? held.channels;
  return (
    <>
      <TextInput
        id={`${id}-title`}
        name="title"
        label="Title"
        help="People who answer see it."
        maxLength={200}
        defaultValue={typedValue(last, "title") ?? held.title}
        errors={errors.title ?? []}
        autoComplete="off"
        required
      />
      <Select
        id={`${id}-category`}
        name="category"
        label="Category"
        defaultValue={typedValue(last, "category") ?? held.category}
        choices={surveyCategories.map(({ id: value, name }) => ({ value, label: name }))}
        errors={errors.category ?? []}
      />
      <CheckboxGroup
        id={`${id}-channels`}
        legend="Channels"
        help="Where it can be asked. An interviewer can ask it too."
        errors={errors.channels ?? []}
        inline
      >
        {surveyChannels.map(({ id: way, name }) => (
          <Checkbox key={way} name="channels" value={way} label={name} defaultChecked={ways.includes(way)} />
        ))}
      </CheckboxGroup>
      <CheckboxGroup id={`${id}-languages`} legend="Languages" errors={errors.languages ?? []}>
        {languageCodes.map((code) => (
          <Checkbox
            key={code}
            name="languages"
            value={code}
            label={surveyLanguages[code]}
            defaultChecked={chosen.includes(code)}
          />
        ))}
      </CheckboxGroup>
    </>
  );
}
