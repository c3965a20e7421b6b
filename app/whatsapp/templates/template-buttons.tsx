import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Select, TextInput } from "../../kit/ui/field";
import { buttonRows } from "./template-form";

const kinds = [
  { value: "", label: "No button" },
  { value: "QUICK_REPLY", label: "Quick reply" },
  { value: "URL", label: "Open a link" },
  { value: "PHONE_NUMBER", label: "Call a number" },
];

/** The buttons below a template: a row each, the empty ones are left out. */
export function TemplateButtons({ last }: { last: LastPost }) {
  const errors = fieldErrors(last);
  return (
    <fieldset className="grid gap-4">
      <legend className="label">
        Buttons <span className="font-normal text-quiet">(optional)</span>
      </legend>
      {buttonRows.map((place) => {
        const field = (part: string) => {
          const name = `buttons[${place}].${part}`;
          return { id: name, name, defaultValue: typedValue(last, name) ?? "", errors: errors[name] ?? [] };
        };
        return (
          <div key={place} className="grid gap-3 rounded border border-line p-3 md:grid-cols-2">
            <Select label={`Button ${place + 1}`} choices={kinds} {...field("type")} />
            <TextInput label="What it says" optional {...field("text")} />
            <TextInput label="Link or number" optional help="A link may end in {{1}}." {...field("target")} />
            <TextInput label="Sample of the link's variable" optional {...field("sample")} />
          </div>
        );
      })}
    </fieldset>
  );
}
