import { Form, useNavigation } from "@remix-run/react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type Block, type BlockKind, blockKinds, blockNames } from "../../../rules/email-blocks";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type RefusedPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { TextArea, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";

export type TemplateDraft = { name: string; subject: string; preheader: string; text: string; blocks: Block[] };

type EditorProps = {
  start: TemplateDraft;
  last: (RefusedPost & { draft?: TemplateDraft }) | undefined;
  /** Addresses of pictures that are kept, by their file. */
  pictures: Record<string, string>;
};

type Errors = Record<string, readonly string[] | undefined>;

/** What is written as a block: a kind's fields, and what they are called. */
const fields: Record<BlockKind, readonly { name: string; label: string; rows?: number; help?: string }[]> = {
  heading: [{ name: "text", label: "Heading" }],
  text: [
    {
      name: "text",
      label: "Text",
      rows: 5,
      help: "An empty line begins a paragraph. **bold**, [words](https://example.com)",
    },
  ],
  picture: [
    { name: "alt", label: "What the picture shows", help: "For readers who see no pictures." },
    { name: "link", label: "Where it leads" },
  ],
  button: [
    { name: "label", label: "What the button says" },
    { name: "link", label: "Where it leads" },
  ],
  columns: [
    { name: "left", label: "Left column", rows: 4 },
    { name: "right", label: "Right column", rows: 4 },
  ],
  divider: [],
};

/** An e-mail as a list of blocks. Each button posts the form: it works without script, and nothing typed is lost. */
export function TemplateEditor({ start, last, pictures }: EditorProps) {
  const working = useNavigation().state !== "idle";
  const draft = last?.draft ?? start;
  const errors: Errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "blocks" ? "files" : name.replace(/\W+/g, "-"))} />
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid max-w-[860px] gap-4"
        // What came back may have other blocks: the fields are drawn anew.
        key={JSON.stringify(draft.blocks.map(({ kind }) => kind))}
        preventScrollReset
        noValidate
      >
        {/* The first button is what Enter presses. */}
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <div className="card grid gap-4 p-5 max-md:p-4">
          <TextInput
            id="name"
            name="name"
            label="Name"
            help="Only your team sees it."
            defaultValue={draft.name}
            maxLength={100}
            errors={errors.name ?? []}
            autoComplete="off"
          />
          <div className="grid gap-4 md:grid-cols-2">
            <TextInput
              id="subject"
              name="subject"
              label="Subject"
              optional
              defaultValue={draft.subject}
              maxLength={200}
              errors={errors.subject ?? []}
              autoComplete="off"
            />
            <TextInput
              id="preheader"
              name="preheader"
              label="Preview line"
              optional
              defaultValue={draft.preheader}
              maxLength={200}
              errors={errors.preheader ?? []}
              autoComplete="off"
            />
          </div>
          <p className="text-sm text-quiet">
            Merge fields such as {"{{first_name}}"} or {"{{first_name|customer}}"} are filled in for each reader.
          </p>
        </div>
        <ol className="grid gap-3">
          {draft.blocks.map((block, at) => (
            <BlockFields
              // biome-ignore lint/suspicious/noArrayIndexKey: the form is drawn anew when the blocks change
              key={at}
              {...{ block, at, errors }}
              last={at === draft.blocks.length - 1}
              picture={block.kind === "picture" ? pictures[block.file] : undefined}
            />
          ))}
        </ol>
        <fieldset className="card grid gap-3 p-5 max-md:p-4">
          <legend className="sr-only">Add a block</legend>
          <p className="label mb-0!" aria-hidden="true">
            Add a block
          </p>
          <div className="flex flex-wrap gap-2">
            {blockKinds
              .filter((kind) => kind !== "picture")
              .map((kind) => (
                <Button key={kind} name="intent" value={`add ${kind}`} icon={Plus}>
                  {blockNames[kind]}
                </Button>
              ))}
          </div>
          <FileField
            label="Pictures"
            purpose="email"
            optional
            help="PNG, JPEG or GIF, 2 MB together."
            errors={errors.blocks ?? errors.files ?? []}
          />
          <div>
            <Button name="intent" value="pictures" icon={Plus}>
              Add the pictures
            </Button>
          </div>
        </fieldset>
        <div className="card p-5 max-md:p-4">
          <TextArea
            id="text"
            name="text"
            label="Plain text"
            optional
            help="For readers without HTML. Leave it empty: it is made of the blocks."
            rows={3}
            defaultValue={draft.text}
            errors={errors.text ?? []}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" name="intent" value="save" working={working}>
            Save the template
          </Button>
          <Button size="lg" name="intent" value="preview">
            Save and preview
          </Button>
        </div>
      </Form>
    </>
  );
}

type BlockFieldsProps = { block: Block; at: number; last: boolean; errors: Errors; picture: string | undefined };

function BlockFields({ block, at, last, errors, picture }: BlockFieldsProps) {
  const label = `${blockNames[block.kind]}, block ${at + 1}`;
  const values = block as Record<string, string>;
  return (
    <li className="card grid gap-3 p-4">
      <input type="hidden" name={`blocks[${at}].kind`} value={block.kind} />
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 text-sm font-medium">{label}</h2>
        {at > 0 && <Move value={`up ${at}`} label={`Move ${label} up`} icon={ArrowUp} />}
        {!last && <Move value={`down ${at}`} label={`Move ${label} down`} icon={ArrowDown} />}
        <Move value={`remove ${at}`} label={`Remove ${label}`} icon={Trash2} />
      </div>
      {block.kind === "picture" && (
        <>
          <input type="hidden" name={`blocks[${at}].file`} value={block.file} />
          {picture && <img src={picture} alt="" className="max-h-40 max-w-full rounded border border-line" />}
        </>
      )}
      {fields[block.kind].map(({ name, label: words, rows, help }) => {
        const given = {
          id: `blocks-${at}-${name}`,
          name: `blocks[${at}].${name}`,
          label: words,
          defaultValue: values[name] ?? "",
          errors: errors[`blocks[${at}].${name}`] ?? [],
          autoComplete: "off",
          ...(help ? { help } : {}),
        };
        return rows ? <TextArea key={name} {...given} rows={rows} /> : <TextInput key={name} {...given} />;
      })}
    </li>
  );
}

function Move({ value, label, icon: Icon }: { value: string; label: string; icon: typeof ArrowUp }) {
  return (
    <button type="submit" name="intent" value={value} className="more" aria-label={label}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
