import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { fieldErrors, type LastPost, typedValue } from "../refused-post";
import { Checkbox } from "../ui/checkbox";
import { type Choice, TextInput } from "../ui/field";

type KeywordFieldsProps = {
  run: SurveyInstanceDetail;
  channel: SurveyInstanceDetail["channel_id"];
  languages: Choice[];
  last: LastPost;
};

/** By which words people join a run, in each language of the survey, and how many of them. */
export function KeywordFields({ run, channel, languages, last }: KeywordFieldsProps) {
  const errors = fieldErrors(last);
  const again = last?.reply ? typedValue(last, "join_again") : run.join_again ? "1" : "";
  return (
    <>
      <h2 className="font-semibold">Join by keyword</h2>
      <p className="help -mt-3">
        Anyone who sends only this word to the {channel === "sms" ? "sender ID" : "WhatsApp number"} is asked, in the
        language of the word. Capitals, spaces and signs make no difference.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        {languages.map(({ value, label }) => (
          <TextInput
            key={value}
            id={`keyword_${value}`}
            name={`keyword_${value}`}
            label={`Keyword in ${label}`}
            optional
            maxLength={40}
            defaultValue={
              typedValue(last, `keyword_${value}`) ??
              run.keywords.find(({ language }) => language === value)?.word ??
              ""
            }
            errors={errors[`keyword_${value}`] ?? []}
            autoComplete="off"
            autoCapitalize="characters"
          />
        ))}
        <TextInput
          id="max_joiners"
          name="max_joiners"
          label="People who may join or be asked after something"
          optional
          help={
            channel === "sms"
              ? "At most. Each of them costs what the others do."
              : "At most. They wrote, so they get no template, and cost nothing on WhatsApp."
          }
          inputMode="numeric"
          defaultValue={typedValue(last, "max_joiners") ?? String(run.max_joiners ?? "")}
          errors={errors.max_joiners ?? []}
          autoComplete="off"
        />
        <Checkbox
          name="join_again"
          value="1"
          label="People who have answered may join again"
          defaultChecked={Boolean(again)}
        />
      </div>
    </>
  );
}
