/** "#12, 14 15" as numbers; undefined when something else stands there. */
export function numbersIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map((part) => (/^#?[1-9]\d{0,14}$/.test(part) ? Number(part.replace("#", "")) : 0));
  return numbers.includes(0) ? undefined : numbers;
}
