import {
  type HeaderFile,
  type HeaderFormat,
  headerFileTitle,
  headerFileWord,
  isHeaderFormat,
  mediaKey,
  mediaParameters,
} from "./header-files";

/** WhatsApp's message templates, as its Graph has them: a part each of type HEADER, BODY, FOOTER and BUTTONS. */
export const templateCategories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** What Meta says of a template. `pending` is under review; `paused` comes back by itself, `disabled` does not. */
export const templateStates = ["pending", "approved", "rejected", "paused", "disabled", "deleted"] as const;
export type TemplateState = (typeof templateStates)[number];

export type TemplateButton =
  | { type: "QUICK_REPLY"; text: string }
  | { type: "URL"; text: string; url: string; example?: string[] | undefined }
  | { type: "PHONE_NUMBER"; text: string; phone_number: string };

/** A template as a person writes it. Without its samples Meta refuses what has variables. */
export type TemplateText = {
  /** A text, or a file of this kind: then `header` is empty. */
  header_format: "TEXT" | HeaderFormat;
  header: string;
  body: string;
  footer: string;
  buttons: TemplateButton[];
};

/** Most characters of each part. */
export const templateLimits = { name: 512, header: 60, body: 1_024, footer: 60, button: 25, url: 2_000, buttons: 10 };

/** A part as the Graph writes it; what we do not know of it is left as it came. */
export type TemplateComponent = { type: string; format?: string; text?: string; buttons?: object[] } & {
  [more: string]: unknown;
};

const variable = /\{\{\s*(\w{1,64})\s*\}\}/g;

/** The variables of a text in their order, each once: "1" and "2", or names. */
export function textVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map((found) => found[1] ?? ""))];
}

/** A variable of a template with where it stands: `header.1`, `body.customer`, `button0.1`. */
export type TemplateVariable = { key: string; name: string; where: string; label: string };

const partOf = (components: readonly TemplateComponent[], type: string) =>
  components.find((one) => one.type.toUpperCase() === type);

function buttonsOf(components: readonly TemplateComponent[]): Record<string, unknown>[] {
  const listed = partOf(components, "BUTTONS")?.buttons;
  return Array.isArray(listed) ? (listed as Record<string, unknown>[]) : [];
}

const headerText = (components: readonly TemplateComponent[]) => {
  const header = partOf(components, "HEADER");
  return header && (header.format ?? "TEXT").toUpperCase() === "TEXT" ? (header.text ?? "") : "";
};

/** The kind of file in the header; undefined where it is a text or can't be sent. */
export function headerFormat(components: readonly TemplateComponent[]): HeaderFormat | undefined {
  const format = partOf(components, "HEADER")?.format?.toUpperCase() ?? "TEXT";
  return isHeaderFormat(format) ? format : undefined;
}

/** Everything that is to be filled in before it can be sent. */
export function templateVariables(components: readonly TemplateComponent[]): TemplateVariable[] {
  const format = headerFormat(components);
  const kind = format && headerFileWord(format);
  const media = kind
    ? [{ key: mediaKey, name: kind, where: "header", label: `Link to the ${kind} of the header` }]
    : [];
  const inHeader = textVariables(headerText(components)).map((name) => ({
    ...{ key: `header.${name}`, name, where: "header" },
  }));
  const inBody = textVariables(partOf(components, "BODY")?.text ?? "").map((name) => ({
    ...{ key: `body.${name}`, name, where: "text" },
  }));
  const inButtons = buttonsOf(components).flatMap((button, place) =>
    textVariables(String(button.url ?? "")).map((name) => ({
      ...{ key: `button${place}.${name}`, name, where: `link of “${String(button.text ?? "")}”` },
    })),
  );
  const named = [...inHeader, ...inBody, ...inButtons];
  return [...media, ...named.map((one) => ({ ...one, label: `{{${one.name}}} in the ${one.where}` }))];
}

/** The values of the variables, by their key. */
export type TemplateValues = Readonly<Record<string, string>>;

/** A template as its reader sees it. */
export type RenderedTemplate = { header: string; body: string; footer: string; buttons: string[] };

function filled(text: string, where: string, values: TemplateValues): string {
  return text.replace(variable, (whole, name: string) => values[`${where}.${name}`] || whole);
}

export function renderTemplate(components: readonly TemplateComponent[], values: TemplateValues): RenderedTemplate {
  return {
    header: mediaWords(components, values) || filled(headerText(components), "header", values),
    body: filled(partOf(components, "BODY")?.text ?? "", "body", values),
    footer: partOf(components, "FOOTER")?.text ?? "",
    buttons: buttonsOf(components).map((button) => String(button.text ?? "")),
  };
}

/** A picture, a video or a document, in words. */
function mediaWords(components: readonly TemplateComponent[], values: TemplateValues): string {
  const format = headerFormat(components);
  if (!format) return "";
  const word = headerFileTitle(format);
  return values[mediaKey] ? `${word}: ${values[mediaKey]}` : word;
}

/** The same as one text, as it stands in a conversation and in lists. */
export function renderedText({ header, body, footer, buttons }: RenderedTemplate): string {
  const pressed = buttons.length > 0 ? [buttons.map((text) => `[${text}]`).join(" ")] : [];
  return [header, body, footer, ...pressed].filter((part) => part !== "").join("\n\n");
}

/**
 * What the Cloud API is given with a template: the values of its variables, part by part. A name goes as
 * `parameter_name`, a number by its place. @param file of the header, where no value has the address of one
 */
export function sendComponents(
  components: readonly TemplateComponent[],
  values: TemplateValues,
  file?: HeaderFile,
): object[] {
  const format = headerFormat(components);
  const media = format ? mediaParameters(format, (values[mediaKey] ?? "").trim(), file) : [];
  const parameters = (text: string, where: string) =>
    textVariables(text).map((name) => ({
      ...{ type: "text", text: oneLine(values[`${where}.${name}`] ?? "") },
      ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    }));
  const header = [...media, ...parameters(headerText(components), "header")];
  const body = parameters(partOf(components, "BODY")?.text ?? "", "body");
  const buttons = buttonsOf(components).flatMap((button, place) => {
    const [name] = textVariables(String(button.url ?? ""));
    if (name === undefined) return [];
    const text = oneLine(values[`button${place}.${name}`] ?? "");
    return [{ type: "button", sub_type: "url", index: String(place), parameters: [{ type: "text", text }] }];
  });
  return [
    ...(header.length > 0 ? [{ type: "header", parameters: header }] : []),
    ...(body.length > 0 ? [{ type: "body", parameters: body }] : []),
    ...buttons,
  ];
}

/** WhatsApp takes no line break, tab or run of spaces in a value. */
function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** What a template may not have to be sent from here, in words; nothing when it can be. */
export function unsupported(components: readonly TemplateComponent[]): string | undefined {
  const format = (partOf(components, "HEADER")?.format ?? "TEXT").toUpperCase();
  if (format !== "TEXT" && !isHeaderFormat(format))
    return `Its header is a ${format.toLowerCase()}, which can't be sent from here yet.`;
  const odd = buttonsOf(components).find(
    ({ type }) => !["QUICK_REPLY", "URL", "PHONE_NUMBER"].includes(String(type).toUpperCase()),
  );
  if (odd) return "It has a kind of button that can't be sent from here yet.";
  const other = components.find(({ type }) => !["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(type.toUpperCase()));
  if (other) return `It has a part (${other.type.toLowerCase()}) that can't be sent from here yet.`;
  return undefined;
}

/** Why a template can't be used now; nothing when it can. */
export function whyUnusable(given: {
  status: TemplateState;
  reason: string;
  components: readonly TemplateComponent[];
}): string | undefined {
  const { status, reason, components } = given;
  const because = reason ? ` ${reason}` : "";
  if (status === "pending") return "WhatsApp has not approved it yet.";
  if (status === "rejected") return `WhatsApp rejected it.${because}`;
  if (status === "paused") return `WhatsApp paused it, because its quality is low.${because}`;
  if (status === "disabled") return `WhatsApp disabled it for good.${because}`;
  if (status === "deleted") return "It was deleted at WhatsApp.";
  return unsupported(components);
}

/** What WhatsApp would refuse, by the form's fields; nothing in it when it may be handed in. */
export function templateFaults(given: TemplateText & { samples: TemplateValues }): Record<string, string> {
  const faults: Record<string, string> = {};
  const { header_format, header, body, footer, buttons, samples } = given;
  if (header_format !== "TEXT" && header !== "") faults.header = "A header is a text or a file. Leave the text empty.";
  if (textVariables(header).length > 1) faults.header = "A header has at most one variable.";
  if (textVariables(footer).length > 0) faults.footer = "A footer has no variables.";
  const inBody = textVariables(body);
  const broken = /\{\{(?!\s*\w{1,64}\s*\}\})/.exec(body);
  if (broken) faults.body = "Write a variable as {{1}}: two braces on each side, a number between them.";
  else if (inBody.some((name) => !/^\d+$/.test(name)))
    faults.body = "Number the variables: {{1}}, {{2}} and so on, in their order.";
  else if (inBody.some((name, place) => name !== String(place + 1)))
    faults.body = "Number the variables from 1, without a gap, in the order in which they stand.";
  else if (/^\s*\{\{/.test(body) || /\}\}\s*$/.test(body))
    faults.body = "WhatsApp takes no text that begins or ends with a variable. Write a word before and after it.";
  else if (inBody.length > 0 && body.replace(variable, "").trim().split(/\s+/).length < inBody.length * 3)
    faults.body = "WhatsApp takes no text with so many variables for so few words. Write some more.";
  for (const { key, name, where } of templateVariables(toComponents(given)))
    if (key !== mediaKey && !samples[key]?.trim())
      faults[`samples.${key}`] = `Give a sample for {{${name}}} in the ${where}: WhatsApp reviews the template by it.`;
  buttons.forEach((button, place) => {
    if (button.type === "URL" && textVariables(button.url).length > 0 && !/\}\}$/.test(button.url))
      faults[`buttons.${place}`] = "A variable may only be at the very end of a link.";
  });
  return faults;
}

/** The parts as the Graph takes them, without samples. */
export function toComponents({ header_format, header, body, footer, buttons }: TemplateText): TemplateComponent[] {
  return [
    ...(header_format !== "TEXT" ? [{ type: "HEADER", format: header_format }] : []),
    ...(header_format === "TEXT" && header ? [{ type: "HEADER", format: "TEXT", text: header }] : []),
    { type: "BODY", text: body },
    ...(footer ? [{ type: "FOOTER", text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: "BUTTONS", buttons }] : []),
  ];
}

/** The parts with the samples that Meta's review asks for. */
export function componentsWithSamples(text: TemplateText, samples: TemplateValues): TemplateComponent[] {
  return toComponents(text).map((part) => {
    const named = textVariables(part.text ?? "");
    if (part.type === "HEADER" && named.length > 0)
      return { ...part, example: { header_text: named.map((name) => samples[`header.${name}`] ?? "") } };
    if (part.type === "BODY" && named.length > 0)
      return { ...part, example: { body_text: [named.map((name) => samples[`body.${name}`] ?? "")] } };
    if (part.type !== "BUTTONS") return part;
    const buttons = text.buttons.map((button, place) => {
      if (button.type !== "URL") return button;
      const [name] = textVariables(button.url);
      return name === undefined ? button : { ...button, example: [samples[`button${place}.${name}`] ?? ""] };
    });
    return { ...part, buttons };
  });
}

/** The parts without Meta's address of a sample: it is good for some days, and another one each time. */
export function withoutSampleFiles(components: readonly TemplateComponent[]): TemplateComponent[] {
  return components.map((part) => {
    if (typeof part.example !== "object" || part.example === null) return part;
    const { example, ...rest } = part;
    const { header_handle: _, ...kept } = example as { [more: string]: unknown };
    return Object.keys(kept).length > 0 ? { ...rest, example: kept } : rest;
  });
}

const states: { readonly [said: string]: TemplateState } = {
  ...{ APPROVED: "approved", REINSTATED: "approved", FLAGGED: "approved", UNFLAGGED: "approved" },
  ...{ PENDING: "pending", IN_APPEAL: "pending", APPEAL_REQUESTED: "pending" },
  ...{ REJECTED: "rejected", PAUSED: "paused", DISABLED: "disabled", LIMIT_EXCEEDED: "paused" },
  ...{ PENDING_DELETION: "deleted", DELETED: "deleted", ARCHIVED: "disabled" },
};

/** What Meta's word for a state means here; nothing where it is no state. */
export function parseTemplateState(said: string): TemplateState | undefined {
  return states[said.toUpperCase()];
}

const reasons: { readonly [said: string]: string } = {
  ABUSIVE_CONTENT: "It has content that WhatsApp considers abusive.",
  INVALID_FORMAT: "Its form is not right: look at the variables and the samples.",
  INCORRECT_CATEGORY: "Its text does not fit its category.",
  TAG_CONTENT_MISMATCH: "Its text does not fit its category or its language.",
  PROMOTIONAL: "It is advertising, in a category that has none.",
  SCAM: "WhatsApp takes it for a fraud.",
  NON_TRANSIENT_SENDING_FAILURE: "It could not be sent for a lasting reason.",
  FIRST_PAUSE: "First pause, for 3 hours.",
  SECOND_PAUSE: "Second pause, for 6 hours.",
  RATE_LIMITING_PAUSE: "Paused until its quality is known.",
  UNPAUSE: "It may be sent again.",
};

/** Meta's reason in plain words. */
export function reasonWords(said: string): string {
  if (said === "" || said.toUpperCase() === "NONE") return "";
  return reasons[said.toUpperCase()] ?? said.slice(0, 300);
}
