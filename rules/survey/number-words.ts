const units: Record<string, number> = Object.fromEntries(
  [
    "zero one two three four five six seven eight nine ten eleven twelve",
    "sifuri moja mbili tatu nne tano sita saba nane tisa kumi",
  ].flatMap((words) => words.split(" ").map((word, number) => [word, number])),
);
const more: Record<string, number> = {
  ...{ nil: 0, none: 0, wan: 1, to: 2, too: 2, tree: 3, fore: 4, sitta: 6, ate: 8, wawili: 2, watatu: 3, wanne: 4 },
  ...{ watano: 5, wanane: 8, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18 },
  ...{ nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, ishirini: 20, thelathini: 30, arobaini: 40 },
  ...{ hamsini: 50, hundred: 100, mia: 100 },
};

/** Tens may be followed by a unit: "kumi na mbili", "twenty one", "thirty-five". */
const tens = /^(kumi|ishirini|thelathini|arobaini|hamsini|twenty|thirty|forty|fifty)(?: na |[ -])([a-z]+)$/;

/** A number in words, English or Kiswahili, as people write it in a message; undefined when it is none. */
export function numberWord(text: string): number | undefined {
  const word = text.trim().toLowerCase();
  if (Object.hasOwn(units, word)) return units[word];
  if (Object.hasOwn(more, word)) return more[word];
  const [, ten = "", unit = ""] = tens.exec(word) ?? [];
  const [high, low] = [units[ten] ?? more[ten], units[unit]];
  return high !== undefined && low !== undefined && low > 0 && low < 10 ? high + low : undefined;
}
