import { headerFileHelp, headerFormats } from "../../../rules/whatsapp/header-files";
import { templateLimits } from "../../../rules/whatsapp/templates";
import type { KeptFile } from "../../kit/file-upload";
import { Select, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { headerKindWords } from "./labels";
import { headerKinds } from "./template-form";

type TypedField = { id: string; name: string; defaultValue: string; errors: readonly string[] };

type HeaderFieldsProps = {
  kind: TypedField;
  text: TypedField;
  sample: TypedField;
  files: readonly KeptFile[];
  fileErrors: readonly string[];
  onUploading(count: number): void;
};

const choices = headerKinds.map((value) => ({ value, label: headerKindWords[value] }));
const help = headerFormats.map((format) => `${headerKindWords[format]}: ${headerFileHelp(format)}`).join(" ");

/** What is above a template's text: nothing, a text, or a file with its sample. What is not chosen is not shown. */
export function HeaderFields({ kind, text, sample, files, fileErrors, onUploading }: HeaderFieldsProps) {
  return (
    <fieldset className="group/header grid gap-5">
      <legend className="sr-only">Header</legend>
      <Select label="Header" choices={choices} {...kind} />
      <div className="hidden gap-5 group-has-[option[value=TEXT]:checked]/header:grid md:grid-cols-2">
        <TextInput label="Text of the header" maxLength={templateLimits.header} {...text} />
        <TextInput label="Sample for the header's variable" optional {...sample} />
      </div>
      <div className="hidden group-has-[option:is([value=IMAGE],[value=DOCUMENT],[value=VIDEO]):checked]/header:block">
        <FileField
          label="Sample file"
          purpose="template"
          help={`WhatsApp reviews the template by it. Each message has a file of its own. ${help}`}
          files={files}
          errors={fileErrors}
          onUploading={onUploading}
        />
      </div>
    </fieldset>
  );
}
