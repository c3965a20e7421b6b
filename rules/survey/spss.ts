import { type CodebookVariable, inOneLine } from "./codebook";

/** The most bytes of a label of a variable and of a value. */
const maxVariableLabel = 255;
const maxValueLabel = 120;

/** A syntax file of SPSS that reads a CSV file of codes, and names its variables, their values and what is missing. */
export function spssSyntax(file: string, variables: readonly CodebookVariable[]): string {
  const coded = variables.filter(({ values, missing }) => values.length + missing.length > 0);
  const lines = [
    "* Encoding: UTF-8.",
    "* Set the directory of the file first, for example CD 'C:/Downloads'.",
    "GET DATA",
    "  /TYPE=TXT",
    `  /FILE=${quoted(file)}`,
    "  /ENCODING='UTF8'",
    "  /DELIMITERS=','",
    "  /QUALIFIER='\"'",
    "  /ARRANGEMENT=DELIMITED",
    "  /FIRSTCASE=2",
    "  /VARIABLES=",
    ...variables.map((variable) => `    ${variable.name} ${format(variable)}`),
    "  .",
    "VARIABLE LABELS",
    ...variables.map(({ name, label }) => `  ${name} ${quoted(label, maxVariableLabel)}`),
    "  .",
    ...coded.flatMap(({ name, values, missing }) => [
      `VALUE LABELS ${name}`,
      ...[...values, ...missing].map(({ value, label }) => `  ${value} ${quoted(label, maxValueLabel)}`),
      "  .",
    ]),
    ...variables.flatMap(({ name, missing }) => {
      const [first, last] = [missing[0], missing.at(-1)];
      if (!first || !last) return [];
      return [`MISSING VALUES ${name} (${first === last ? first.value : `${first.value} THRU ${last.value}`}).`];
    }),
    "EXECUTE.",
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function format({ type, width, decimals, missing }: CodebookVariable): string {
  if (type === "text") return `A${width}`;
  if (type === "date") return "SDATE10";
  const digits = Math.max(12, ...missing.map(({ value }) => String(value).length + 1 + decimals));
  return `F${digits}.${decimals}`;
}

/** A text of the syntax: in one line, with its quotes doubled. @param bytes cut to so many */
function quoted(text: string, bytes = Number.POSITIVE_INFINITY): string {
  return `'${cutBytes(inOneLine(text), bytes).replaceAll("'", "''")}'`;
}

function cutBytes(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  let size = 0;
  let cut = "";
  for (const letter of text) {
    size += encoder.encode(letter).length;
    if (size > bytes) break;
    cut += letter;
  }
  return cut;
}
