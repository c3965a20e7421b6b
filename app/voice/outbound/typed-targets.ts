type TypedTarget = { phone: string; name: string };

/** Numbers as they are typed, one on each line: "0712 000 118, Amina Hassan". */
export function parseTargets(text: string): TypedTarget[] {
  return text.split("\n").flatMap((line) => {
    const [phone = "", ...name] = line.split(/[,;\t]/);
    return phone.trim() === "" ? [] : [{ phone: phone.trim().slice(0, 40), name: name.join(" ").trim().slice(0, 200) }];
  });
}

type RefusedTarget = { line: number; phone: string; reason: string };

/** So many refused numbers are said with why. */
const maxNamed = 20;

/** What is left in the field when some of the numbers were added: those that were not, each said with its line there. */
export function refusedTargets(targets: readonly TypedTarget[], refused: readonly RefusedTarget[]) {
  const left = refused.map(({ line, phone }) => [phone, targets[line - 1]?.name].filter(Boolean).join(", "));
  const named = refused.slice(0, maxNamed).map(({ phone, reason }, at) => `Line ${at + 1}, ${phone}: ${reason}.`);
  const more = refused.length > maxNamed ? [`And ${refused.length - maxNamed} more.`] : [];
  return { left: left.join("\n"), errors: [...named, ...more] };
}
