import { Form, useNavigation } from "@remix-run/react";
import { showPhone } from "../../../rules/phone";
import { type SurveyLanguage, surveyLanguages } from "../../../rules/survey/graph";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import type { LinkedPerson } from "./person";

type BeginFormProps = { languages: readonly SurveyLanguage[]; person: LinkedPerson; last: LastPost };

/** Whom the survey is asked, and in which language. */
export function BeginForm({ languages, person, last }: BeginFormProps) {
  const working = useNavigation().state === "submitting";
  const mine = typedValue(last, "intent") === "begin" ? last : undefined;
  const errors = fieldErrors(mine);
  const [main = "en"] = languages;
  const held = (name: string, value: string) => typedValue(mine, name) ?? value;
  return (
    <Card label="Interview someone" padded>
      <h2 className="font-semibold">Interview someone</h2>
      <p className="mt-1 text-quiet">
        You read the questions aloud and enter the answers. Each answer is saved at once, and you can continue later.
      </p>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="from" value={held("from", person.from ?? "")} />
        {languages.length === 1 ? (
          <input type="hidden" name="language" value={main} />
        ) : (
          <Select
            id="interview-language"
            name="language"
            label="Language"
            help="The questions are shown in it. It stays for the whole interview."
            defaultValue={held("language", main)}
            choices={languages.map((code) => ({ value: code, label: surveyLanguages[code] }))}
            errors={errors.language ?? []}
          />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <TextInput
            id="interview-phone"
            name="phone"
            label="Phone number"
            optional
            type="tel"
            help="With it the response is part of what is known of the person."
            defaultValue={held("phone", person.phone ? showPhone(person.phone) : "")}
            errors={errors.phone ?? []}
            autoComplete="off"
          />
          <TextInput
            id="interview-name"
            name="name"
            label="Name"
            optional
            maxLength={120}
            defaultValue={held("name", person.name ?? "")}
            errors={errors.name ?? []}
            autoComplete="off"
          />
        </div>
        <div>
          <Button name="intent" value="begin" variant="primary" size="lg" working={working}>
            Begin the interview
          </Button>
        </div>
      </Form>
    </Card>
  );
}
