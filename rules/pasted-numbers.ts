const separators = /[\r\n,;\t|]+/;
/** What a number is written with, and nothing else. */
const numberOnly = /^[+\d][\d\s().-]*$/;
/** A number of Kenya in groups, so that several with only spaces between them can be told apart. */
const kenyan = /(?:\+?254|0)[ .-]?[17]\d{2}[ .-]?\d{3}[ .-]?\d{3}(?!\d)/g;

/**
 * Numbers that were pasted with anything between them, one a line; undefined where there is more in the text than
 * numbers, so that it is read as rows of a table.
 */
export function numbersAlone(text: string): string | undefined {
  const numbers: string[] = [];
  for (const part of text.split(separators)) {
    const token = part.trim();
    if (token === "") continue;
    if (!numberOnly.test(token)) return undefined;
    numbers.push(...apart(token));
  }
  return numbers.join("\n");
}

/** Several numbers with spaces between them; one that is none of ours stays as it is. */
function apart(token: string): string[] {
  const found = token.match(kenyan) ?? [];
  return found.length > 1 && token.replace(kenyan, "").trim() === "" ? found : [token];
}
