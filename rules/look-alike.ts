/** Characters that are drawn as nothing: zero-width, soft hyphen, marks of direction, variation selectors. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Letters of other scripts that are drawn as a Latin one, in lower case (a part of Unicode's confusables, UTS 39). */
const drawnAs = new Map(
  Object.entries({
    a: "аɑα",
    b: "ьƅв",
    c: "сϲⅽ",
    d: "ԁⅾ",
    e: "еєҽε℮",
    f: "ẝƒ",
    g: "ɡց",
    h: "һհн",
    i: "іıɩιӏlⅰ1|!ł",
    j: "јϳ",
    k: "кκ",
    m: "мⅿ",
    n: "ոηпɴ",
    o: "оοօσ0ɵø",
    p: "рρ",
    q: "ԛգ",
    r: "гʀ",
    s: "ѕʂ5$",
    t: "тτ",
    u: "սυцʋ",
    v: "ѵνⅴ",
    w: "ԝѡωɯшʍ",
    x: "хχⅹ×",
    y: "уүγʏ",
    z: "ᴢʐ",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** Whether a text has a character that nobody sees. */
export function hasUnseen(text: string): boolean {
  return unseen.test(text);
}

/** What a text looks like, for comparing: two with one skeleton are taken for each other. */
export function textSkeleton(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, "")
    .toLowerCase();
  return [...plain].map((letter) => drawnAs.get(letter) ?? letter).join("");
}
