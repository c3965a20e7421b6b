import { languageCodes, type SurveyLanguage } from "./graph";

/** What the field of a person's language is called, as fields of contacts are named. */
const fieldNames = ["language", "survey_language", "preferred_language", "lang", "lugha"];

/** How a language is written in a contact's field, beside its code. */
const written: Record<SurveyLanguage, readonly string[]> = {
  en: ["english", "kiingereza", "eng"],
  sw: ["swahili", "kiswahili", "swa"],
  fr: ["french", "francais", "français", "kifaransa"],
  so: ["somali", "soomaali", "kisomali"],
  am: ["amharic", "amharik", "አማርኛ"],
  rw: ["kinyarwanda", "rwandan"],
  lg: ["luganda", "ganda"],
  pt: ["portuguese", "portugues", "português", "kireno"],
  ar: ["arabic", "العربية", "kiarabu"],
};

/** A language as people write it: "sw", "sw-KE", "Kiswahili"; undefined where it is none that surveys can be in. */
export function languageIn(text: string): SurveyLanguage | undefined {
  const folded = text.normalize("NFKC").trim().toLowerCase();
  const code = folded.split(/[-_]/)[0] ?? "";
  return languageCodes.find((one) => one === code || written[one].includes(folded));
}

/** The language of a person by the fields of their record; undefined where none is said. */
export function languageInFields(fields: Readonly<Record<string, string>>): SurveyLanguage | undefined {
  for (const wanted of fieldNames)
    for (const [name, value] of Object.entries(fields))
      if (name.toLowerCase() === wanted) {
        const found = languageIn(value);
        if (found) return found;
      }
  return undefined;
}
